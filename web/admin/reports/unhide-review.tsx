import { useEffect, useRef } from 'react';
import {
	ADMIN_REVIEW_MESSAGES,
	type AdminReviewReport,
	unhideReview,
} from '#contract/admin/review-reports.ts';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';

/** The button that makes a hidden review public again. Also offered after the report was decided. */
export function UnhideReview({ review }: { review: AdminReviewReport['Review'] }) {
	const unhide = useAdminChange({
		run: (id: number) => callAdminApi(unhideReview, { params: { id } }),
		dataKinds: ['review-reports', 'users'],
		failureMessage: ADMIN_REVIEW_MESSAGES.unhideFailed,
	});

	const button = useRef<HTMLButtonElement>(null);

	// When the review is visible again, this button disappears. The focus then moves to the panel.
	useEffect(() => {
		const content = button.current?.closest<HTMLElement>('[tabindex="-1"]');
		return () => {
			if (document.activeElement === document.body) content?.focus({ preventScroll: true });
		};
	}, []);

	return (
		<Button
			ref={button}
			size="small"
			busy={unhide.isPending}
			onClick={() => unhide.mutate(review.id)}
			className="justify-self-start"
		>
			Show the review again
		</Button>
	);
}

import {
	ADMIN_REVIEW_MESSAGES,
	type AdminReviewReport,
	unhideReview,
} from '#contract/admin/review-reports.ts';
import { useMutationWithUndo } from '#web/admin/kit/use-mutation-with-undo.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';

/** The button to let a hidden review be read again, whatever became of the report. */
export function UnhideReview({ review }: { review: AdminReviewReport['Review'] }) {
	const unhide = useMutationWithUndo({
		run: (id: number) => callAdminApi(unhideReview, { params: { id } }),
		subjects: ['review-reports', 'users'],
		failureMessage: ADMIN_REVIEW_MESSAGES.unhideFailed,
	});

	return (
		<Button
			size="small"
			busy={unhide.isPending}
			onClick={() => unhide.mutate(review.id)}
			className="justify-self-start"
		>
			Show the review again
		</Button>
	);
}

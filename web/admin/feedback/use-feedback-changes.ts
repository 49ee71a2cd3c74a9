import {
	ADMIN_FEEDBACK_MESSAGES,
	approveFeedback,
	bulkApproveFeedback,
	rejectFeedback,
	toggleFeatured,
} from '#contract/admin/feedback.ts';
import { useHeldChanges } from '#web/admin/kit/delayed-changes.ts';
import { useChange } from '#web/admin/kit/use-change.ts';
import { officeCall } from '#web/admin/lib/api.ts';

const COMMON = {
	subjects: ['feedback'],
	failed: ADMIN_FEEDBACK_MESSAGES.changeFailed,
} as const;

interface Featuring {
	id: number;
	isFeatured: boolean;
}

const setFeatured = ({ id, isFeatured }: Featuring) =>
	officeCall(toggleFeatured, { params: { id }, body: { isFeatured } });

/** What is done to feedback (spec 2 §4, "Feedback status"). Who approves it can undo that for some seconds, before everybody can read it. */
export function useFeedbackChanges() {
	const approve = useChange({
		...COMMON,
		run: (id: number) =>
			officeCall(approveFeedback, {
				params: { id },
				body: { isPublic: true, isFeatured: false },
			}),
	});
	const reject = useChange({
		...COMMON,
		isFailureShown: true,
		run: ({ id, adminNotes }: { id: number; adminNotes: string }) =>
			officeCall(rejectFeedback, { params: { id }, body: { adminNotes } }),
	});
	const feature = useChange({
		...COMMON,
		run: setFeatured,
		undo:
			({ id, isFeatured }) =>
			() =>
				setFeatured({ id, isFeatured: !isFeatured }),
	});
	const approveTogether = useChange({
		...COMMON,
		isFailureShown: true,
		run: (feedbackIds: number[]) =>
			officeCall(bulkApproveFeedback, { body: { feedbackIds, isPublic: true } }),
	});
	const held = useHeldChanges();
	return { approve, reject, feature, approveTogether, held };
}
export type FeedbackChanges = ReturnType<typeof useFeedbackChanges>;

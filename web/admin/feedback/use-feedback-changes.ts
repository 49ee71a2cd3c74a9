import {
	ADMIN_FEEDBACK_MESSAGES,
	approveFeedback,
	bulkApproveFeedback,
	rejectFeedback,
	toggleFeatured,
} from '#contract/admin/feedback.ts';
import { useMutationWithUndo } from '#web/admin/kit/use-mutation-with-undo.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { useDelayedChanges } from '#web/admin/lib/delayed-changes.ts';

const CHANGE_OPTIONS = {
	subjects: ['feedback'],
	failureMessage: ADMIN_FEEDBACK_MESSAGES.changeFailed,
} as const;

interface FeatureChange {
	id: number;
	isFeatured: boolean;
}

const setFeatured = ({ id, isFeatured }: FeatureChange) =>
	callAdminApi(toggleFeatured, { params: { id }, body: { isFeatured } });

/**
 * The changes of feedback (spec 2 §4, "Feedback status"). An approval can be undone for some seconds before it is
 * published.
 */
export function useFeedbackChanges() {
	const approve = useMutationWithUndo({
		...CHANGE_OPTIONS,
		run: (id: number) =>
			callAdminApi(approveFeedback, {
				params: { id },
				body: { isPublic: true, isFeatured: false },
			}),
	});
	const reject = useMutationWithUndo({
		...CHANGE_OPTIONS,
		isErrorHandled: true,
		run: ({ id, adminNotes }: { id: number; adminNotes: string }) =>
			callAdminApi(rejectFeedback, { params: { id }, body: { adminNotes } }),
	});
	const feature = useMutationWithUndo({
		...CHANGE_OPTIONS,
		run: setFeatured,
		undo:
			({ id, isFeatured }) =>
			() =>
				setFeatured({ id, isFeatured: !isFeatured }),
	});
	const bulkApprove = useMutationWithUndo({
		...CHANGE_OPTIONS,
		isErrorHandled: true,
		run: (feedbackIds: number[]) =>
			callAdminApi(bulkApproveFeedback, { body: { feedbackIds, isPublic: true } }),
	});
	const delayed = useDelayedChanges();
	return { approve, reject, feature, bulkApprove: bulkApprove, delayed: delayed };
}
export type FeedbackChanges = ReturnType<typeof useFeedbackChanges>;

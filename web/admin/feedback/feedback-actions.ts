import {
	ADMIN_FEEDBACK_MESSAGES,
	type AdminFeedback,
	approveFeedback,
	bulkApproveFeedback,
	feedbackRejection,
	rejectFeedback,
	toggleFeatured,
} from '#contract/admin/feedback.ts';
import { isolated } from '#contract/core/format.ts';
import type { BulkChange, RowAction } from '#web/admin/kit/list-section.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

/**
 * The actions on one feedback entry (spec 2 §4, "Feedback status"). An approval publishes the entry, so it is sent only
 * after some seconds, in which it can be undone.
 */
export function feedbackActions({ id, name, status, isFeatured }: AdminFeedback): RowAction[] {
	const params = { id };
	const setFeatured = (value: boolean) =>
		callAdminApi(toggleFeatured, { params, body: { isFeatured: value } });
	const approval: RowAction = {
		label: 'Approve',
		key: 'a',
		delayedMessage: `Approving the feedback from ${isolated(name)}.`,
		send: () =>
			callAdminApi(approveFeedback, { params, body: { isPublic: true, isFeatured: false } }),
	};
	const rejection: RowAction = {
		label: 'Reject',
		key: 'r',
		isDestructive: true,
		isSecondary: true,
		send: (adminNotes) => callAdminApi(rejectFeedback, { params, body: { adminNotes } }),
		ask: {
			title: 'Reject feedback',
			description: 'It is not shown to anyone. The person who wrote it is not told.',
			label: 'Note (optional)',
			hint: `Kept with the feedback; without one it says “${ADMIN_FEEDBACK_MESSAGES.rejectedNote}”.`,
			schema: feedbackRejection,
			name: 'adminNotes',
		},
	};
	const featuring: RowAction = {
		label: isFeatured ? 'Unfeature' : 'Feature',
		key: 'f',
		send: async () => {
			const { message } = await setFeatured(!isFeatured);
			return { message, undo: () => setFeatured(isFeatured) };
		},
	};
	if (status === 'pending') return [approval, rejection];
	return status === 'approved' ? [featuring] : [];
}

/** The bulk actions on selected feedback. */
export const FEEDBACK_BULK_CHANGES: readonly BulkChange<AdminFeedback>[] = [
	{
		label: 'Approve selected',
		verb: 'Approve',
		state: 'decided',
		isAlready: ({ status }) => status !== 'pending',
		consequence: 'Everyone on the market can read what you approve.',
		send: (feedbackIds) =>
			callAdminApi(bulkApproveFeedback, { body: { feedbackIds, isPublic: true } }),
	},
];

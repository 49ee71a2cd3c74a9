import {
	ADMIN_FEEDBACK_MESSAGES,
	type AdminFeedback,
	approveFeedback,
	bulkApproveFeedback,
	deleteFeedback,
	feedbackNote,
	rejectFeedback,
	toggleFeatured,
} from '#contract/admin/feedback.ts';
import { isolated } from '#contract/core/format.ts';
import type { BulkChange, RowAction } from '#web/admin/kit/list-section.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

/** What an approval does. */
const SHOWN_ONCE_FEATURED = 'Approved feedback is shown on the market once it is featured.';

/** The actions on one feedback entry. */
export function feedbackActions(entry: AdminFeedback): RowAction[] {
	const { status } = entry;
	if (status === 'pending') return [approval(entry), rejection(entry), deletion(entry)];
	if (status === 'approved') return [featuring(entry), rejection(entry), deletion(entry)];
	return [approvalAfterAll(entry), deletion(entry)];
}

/** Sent only after some seconds, in which it can be undone. */
function approval({ id, name }: AdminFeedback): RowAction {
	const body = { isPublic: true, isFeatured: false };
	return {
		label: 'Approve',
		key: 'a',
		delayedMessage: `Approving the feedback from ${isolated(name)}. ${SHOWN_ONCE_FEATURED}`,
		send: () => callAdminApi(approveFeedback, { params: { id }, body }),
	};
}

function approvalAfterAll({ id, name }: AdminFeedback): RowAction {
	const body = { isPublic: true, isFeatured: false, afterAll: true };
	return {
		label: 'Approve after all',
		key: 'a',
		send: () => callAdminApi(approveFeedback, { params: { id }, body }),
		confirm: {
			title: `Approve the feedback from ${isolated(name)}`,
			question: SHOWN_ONCE_FEATURED,
		},
	};
}

/** Of approved feedback: takes the approval back. */
function rejection({ id, status }: AdminFeedback): RowAction {
	const afterAll = status === 'approved';
	const label = afterAll ? 'Un-approve' : 'Reject';
	return {
		label,
		key: 'r',
		isSecondary: true,
		send: (adminNotes) =>
			callAdminApi(rejectFeedback, { params: { id }, body: { adminNotes, afterAll } }),
		ask: {
			title: `${label} feedback`,
			description: afterAll
				? 'It counts as rejected then, and is not shown to anyone. Its author is not told.'
				: 'It is not shown to anyone. The person who wrote it is not told.',
			label: 'Note (optional)',
			hint: `Kept with the feedback; without one it says “${ADMIN_FEEDBACK_MESSAGES.rejectedNote}”.`,
			schema: feedbackNote,
			name: 'adminNotes',
		},
	};
}

function featuring({ id, isFeatured }: AdminFeedback): RowAction {
	const setFeatured = (value: boolean) =>
		callAdminApi(toggleFeatured, { params: { id }, body: { isFeatured: value } });
	return {
		label: isFeatured ? 'Unfeature' : 'Feature',
		key: 'f',
		send: async () => {
			const { message } = await setFeatured(!isFeatured);
			return { message, undo: () => setFeatured(isFeatured) };
		},
	};
}

function deletion({ id, name }: AdminFeedback): RowAction {
	return {
		label: 'Delete',
		key: 'd',
		isSecondary: true,
		isDestructive: true,
		removesRow: true,
		send: () => callAdminApi(deleteFeedback, { params: { id } }),
		confirm: {
			title: `Delete the feedback from ${isolated(name)}`,
			question: 'It is gone for good, also from what its author can export.',
		},
	};
}

/** The bulk actions on selected feedback. */
export const FEEDBACK_BULK_CHANGES: readonly BulkChange<AdminFeedback>[] = [
	{
		label: 'Approve selected',
		verb: 'Approve',
		state: 'decided',
		isAlready: ({ status }) => status !== 'pending',
		consequence: SHOWN_ONCE_FEATURED,
		send: (feedbackIds) =>
			callAdminApi(bulkApproveFeedback, { body: { feedbackIds, isPublic: true } }),
	},
];

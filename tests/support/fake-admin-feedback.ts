import {
	ADMIN_FEEDBACK_MESSAGES,
	type AdminFeedback,
	approveFeedback,
	bulkApproveFeedback,
	adminFeedback as feedbackSchema,
	getAdminFeedback,
	getFeedbackAnalytics,
	listAdminFeedback,
	rejectFeedback,
	toggleFeatured,
} from '#contract/admin/feedback.ts';
import { fakeApi } from './fake-api.ts';
import { sample } from './sample.ts';
import { hasValues, type StoredRows, storeRows } from './stored-rows.ts';

let lastId = 500;

/** Feedback of a person of this name, pending. */
export function adminFeedback(name: string, changes: Partial<AdminFeedback> = {}): AdminFeedback {
	lastId += 1;
	const words = `Quick and friendly, said ${name}.`;
	const fields = { id: lastId, name, feedback: words, rating: 4, category: 'service' } as const;
	return sample(feedbackSchema, { ...fields, email: 'asha@campus.example', ...changes });
}

/** Fakes the back-office API with this feedback. */
export function fakeAdminFeedback(
	...feedback: readonly AdminFeedback[]
): StoredRows<AdminFeedback> {
	const stored = storeRows(feedback);
	fakeApi.answer(listAdminFeedback, ({ query: { q = '', status, category, rating, ...paging } }) =>
		stored.page(
			'feedbacks',
			paging,
			(row) => row.name.includes(q) && hasValues(row, { status, category, rating }),
		),
	);
	fakeApi.answer(getAdminFeedback, ({ params }) => ({ feedback: stored.get(params.id) }));
	fakeApi.answer(getFeedbackAnalytics);
	fakeApi.answer(approveFeedback, ({ params: { id } }) =>
		stored.change(id, { status: 'approved', isPublic: true }, ADMIN_FEEDBACK_MESSAGES.approved),
	);
	fakeApi.answer(rejectFeedback, ({ params: { id }, body: { adminNotes } }) =>
		stored.change(id, { status: 'rejected', adminNotes }, ADMIN_FEEDBACK_MESSAGES.rejected),
	);
	fakeApi.answer(toggleFeatured, ({ params: { id }, body: { isFeatured = false } }) => {
		const message = ADMIN_FEEDBACK_MESSAGES[isFeatured ? 'featured' : 'unfeatured'];
		return stored.change(id, { isFeatured }, message);
	});
	fakeApi.answer(bulkApproveFeedback, ({ body: { feedbackIds } }) => {
		const { length: approved } = feedbackIds;
		const message = ADMIN_FEEDBACK_MESSAGES.bulkApproved(approved);
		const changes = { status: 'approved', isPublic: true } as const;
		return { ...stored.change(feedbackIds, changes, message), approved };
	});
	return stored;
}

import {
	ADMIN_FEEDBACK_MESSAGES,
	type AdminFeedback,
	approveFeedback,
	bulkApproveFeedback,
	getAdminFeedback,
	getFeedbackAnalytics,
	listAdminFeedback,
	rejectFeedback,
	toggleFeatured,
} from '#contract/admin/feedback.ts';
import { fakeApi } from './fake-api.ts';
import { type StoredRows, storeRows } from './stored-rows.ts';

let lastId = 500;

/** Feedback of a person of this name, pending. */
export function adminFeedback(name: string, changes: Partial<AdminFeedback> = {}): AdminFeedback {
	lastId += 1;
	return {
		id: lastId,
		name,
		email: 'asha@campus.example',
		rating: 4,
		feedback: `Quick and friendly, said ${name}.`,
		adminNotes: null,
		category: 'service',
		status: 'pending',
		isFeatured: false,
		isPublic: false,
		reviewedAt: null,
		reviewer: null,
		createdAt: '2026-02-03T04:05:06.000Z',
		...changes,
	};
}

/** Fakes the back-office API with this feedback. */
export function fakeAdminFeedback(
	...feedback: readonly AdminFeedback[]
): StoredRows<AdminFeedback> {
	const stored = storeRows(feedback);
	const change = (id: number, changes: Partial<AdminFeedback>, message: string) => {
		stored.change(id, changes);
		return { success: true, message } as const;
	};

	fakeApi.answer(listAdminFeedback, ({ query }) => {
		const { q = '', status, category, rating } = query;
		const { rows, pagination } = stored.page(
			query,
			(row) =>
				row.name.includes(q) &&
				(status ?? row.status) === row.status &&
				(category ?? row.category) === row.category &&
				(rating ?? row.rating) === row.rating,
		);
		return { success: true, feedbacks: rows, pagination };
	});
	fakeApi.answer(getAdminFeedback, ({ params: { id } }) => ({
		success: true,
		feedback: stored.get(id),
	}));
	fakeApi.answer(getFeedbackAnalytics, {
		success: true,
		analytics: {
			totalFeedbacks: 9,
			pendingFeedbacks: 4,
			approvedFeedbacks: 3,
			approvalRate: 60,
			averageRating: 4.2,
			featuredFeedbacks: 1,
		},
	});
	fakeApi.answer(approveFeedback, ({ params: { id } }) =>
		change(id, { status: 'approved', isPublic: true }, ADMIN_FEEDBACK_MESSAGES.approved),
	);
	fakeApi.answer(rejectFeedback, ({ params: { id }, body: { adminNotes } }) =>
		change(id, { status: 'rejected', adminNotes }, ADMIN_FEEDBACK_MESSAGES.rejected),
	);
	fakeApi.answer(toggleFeatured, ({ params: { id }, body: { isFeatured = false } }) =>
		change(id, { isFeatured }, ADMIN_FEEDBACK_MESSAGES[isFeatured ? 'featured' : 'unfeatured']),
	);
	fakeApi.answer(bulkApproveFeedback, ({ body: { feedbackIds } }) => {
		stored.change(feedbackIds, { status: 'approved', isPublic: true });
		const { length: approved } = feedbackIds;
		return { success: true, message: ADMIN_FEEDBACK_MESSAGES.bulkApproved(approved), approved };
	});
	return stored;
}

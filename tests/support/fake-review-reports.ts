import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REVIEW_MESSAGES,
	type AdminReviewReport,
	getReviewReport,
	listReviewReports,
	resolveReviewReport,
	unhideReview,
} from '#contract/admin/review-reports.ts';
import { fakeApi } from './fake-api.ts';
import { storeRows } from './stored-rows.ts';

const success = true as const;

/** A report by Meena about Vikram's review of Ravi. */
export function reviewReport(
	changes: Partial<AdminReviewReport['Review']> = {},
): AdminReviewReport {
	return {
		id: 41,
		type: 'fraud',
		complaint: 'An old grudge.',
		status: 'pending',
		action: null,
		createdAt: '2026-02-03T04:05:06.000Z',
		resolvedAt: null,
		resolver: null,
		adminNotes: null,
		reporter: { id: 8, userName: 'Meena' },
		pendingForTarget: 1,
		reportsForTarget: 1,
		reportersForTarget: 1,
		Review: {
			id: 300,
			stars: 1,
			tags: ['unfriendly'],
			text: 'Rude.',
			answer: null,
			role: 'buyer',
			createdAt: '2026-02-01T04:05:06.000Z',
			isHidden: false,
			itemId: 5,
			writer: { id: 9, userName: 'Vikram' },
			about: { id: 10, userName: 'Ravi' },
			...changes,
		},
	};
}

/** Makes the fake API list and change these reports. */
export function fakeReviewReports(...reports: readonly AdminReviewReport[]): void {
	const stored = storeRows(reports);
	fakeApi.answer(listReviewReports, ({ query }) => {
		const { rows, pagination } = stored.page(query, () => true);
		return { success, reviewReports: rows, pagination };
	});
	fakeApi.answer(getReviewReport, ({ params: { id } }) => ({
		success,
		reviewReport: stored.get(id),
		otherPending: [],
	}));
	fakeApi.answer(resolveReviewReport, ({ params: { id }, body: { action, notes } }) => {
		stored.change(id, {
			status: 'resolved',
			action,
			adminNotes: notes ?? null,
			Review: { ...stored.get(id).Review, isHidden: action === 'review_hidden' },
		});
		return { success, message: REPORT_DECISION_MESSAGES.resolved };
	});
	fakeApi.answer(unhideReview, ({ params }) => {
		for (const { id, Review } of stored.all())
			if (Review.id === params.id) stored.change(id, { Review: { ...Review, isHidden: false } });
		return { success, message: ADMIN_REVIEW_MESSAGES.unhidden };
	});
}

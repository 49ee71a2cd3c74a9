import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_REVIEW_MESSAGES,
	type AdminReviewReport,
	adminReviewReport,
	getReviewReport,
	listReviewReports,
	resolveReviewReport,
	unhideReview,
} from '#contract/admin/review-reports.ts';
import { MEENAS_REPORT } from './fake-admin-reports.ts';
import { fakeApi } from './fake-api.ts';
import { sample } from './sample.ts';
import { storeRows } from './stored-rows.ts';

/** A report by Meena about Vikram's review of Ravi. */
export function reviewReport(): AdminReviewReport {
	const report = sample(adminReviewReport, {
		id: 41,
		complaint: 'An old grudge.',
		...MEENAS_REPORT,
	});
	const writer = { id: 9, userName: 'Vikram' };
	const about = { id: 10, userName: 'Ravi' };
	const words = { stars: 1, tags: ['unfriendly' as const], text: 'Rude.' };
	return { ...report, Review: { ...report.Review, id: 300, ...words, itemId: 5, writer, about } };
}

/** Makes the fake API list and change these reports. */
export function fakeReviewReports(...reports: readonly AdminReviewReport[]): void {
	const stored = storeRows(reports);
	const setHidden = (report: AdminReviewReport, isHidden: boolean) =>
		stored.change(report.id, { Review: { ...report.Review, isHidden } });

	fakeApi.answer(listReviewReports, ({ query }) => stored.page('reviewReports', query));
	fakeApi.answer(getReviewReport, ({ params: { id } }) => ({ reviewReport: stored.get(id) }));
	fakeApi.answer(resolveReviewReport, ({ params: { id }, body: { action, notes = null } }) => {
		setHidden(stored.get(id), action === 'review_hidden');
		const changes = { status: 'resolved', action, adminNotes: notes } as const;
		return stored.change(id, changes, REPORT_DECISION_MESSAGES.resolved);
	});
	fakeApi.answer(unhideReview, ({ params }) => {
		for (const report of stored.all().filter(({ Review }) => Review.id === params.id))
			setHidden(report, false);
		return { message: ADMIN_REVIEW_MESSAGES.unhidden };
	});
}

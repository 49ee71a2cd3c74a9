import { feedback } from '#server/db/schema/feedback.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import type { openApp } from './app.ts';
import { openCompletedDeals } from './completed-deals.ts';
import type { Student } from './factories.ts';

type App = Awaited<ReturnType<typeof openApp>>;

/**
 * Inserts one entry of each kind that the back-office opens or changes by its id, except its own administrators and
 * notifications.
 * @returns their ids, keyed by the URL segment of their kind (`/admin/<kind>/:id`)
 */
export async function insertOneOfEach(t: App, itemFields: { title?: string } = {}) {
	const [seller, reporter] = [await t.student(), await t.student()];
	const item = await t.item(seller, itemFields);
	const complaint = { reporterId: reporter.id, complaint: 'Not as shown.', type: 'spam' };
	const [report] = await t.db
		.insert(itemReports)
		.values({ ...complaint, itemId: item.id })
		.returning();
	const [userReport] = await t.db
		.insert(userReports)
		.values({ ...complaint, reportedId: seller.id })
		.returning();
	const [feedbackRow] = await t.db
		.insert(feedback)
		.values({
			name: 'Asha',
			email: 'asha@campus.example',
			feedback: 'Good.',
			rating: 5,
			category: 'general',
		})
		.returning();
	const [wanted] = await t.db
		.insert(wantedPosts)
		.values({
			userId: seller.id,
			title: 'Kettle',
			expiresAt: new Date(Date.now() + 86_400_000),
		})
		.returning();
	const [wantedReport] = await t.db
		.insert(wantedReports)
		.values({ ...complaint, wantedId: wanted?.id ?? 0 })
		.returning();
	const { reviewId, reviewReportId } = await insertReportedReview(t, seller, reporter);
	return {
		users: seller.id,
		items: item.id,
		reports: report?.id ?? 0,
		'user-reports': userReport?.id ?? 0,
		feedback: feedbackRow?.id ?? 0,
		wanted: wanted?.id ?? 0,
		'wanted-reports': wantedReport?.id ?? 0,
		reviews: reviewId,
		'review-reports': reviewReportId,
	};
}

/** Inserts a sale of a new item from `seller` to `buyer`, the buyer’s review of the seller, and the seller’s report of it. */
export async function insertReportedReview(t: App, seller: Student, buyer: Student) {
	const sales = openCompletedDeals(t);
	const sale = await sales.insertCompletedSale(seller, buyer);
	const reviewId = await sales.insertReview(sale, 'buyer', { text: 'Came late.' });
	const [report] = await t.db
		.insert(reviewReports)
		.values({ reporterId: seller.id, reviewId, type: 'spam', complaint: 'Untrue.' })
		.returning();
	return { reviewId, reviewReportId: report?.id ?? 0 };
}

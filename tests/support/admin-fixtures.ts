import { feedback } from '#server/db/schema/feedback.ts';
import { reports } from '#server/db/schema/reports.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import type { App } from './app.ts';
import { daysFromNow, openCompletedDeals } from './completed-deals.ts';
import type { Student } from './factories.ts';
import { insertRow } from './insert-row.ts';

/**
 * Inserts one entry of each kind that the back-office opens or changes by its id, except its own administrators and
 * notifications.
 * @returns their ids, keyed by the URL segment of their kind (`/admin/<kind>/:id`)
 */
export async function insertOneOfEach(t: App, itemFields: { title?: string } = {}) {
	const [seller, reporter] = [await t.student(), await t.student()];
	const item = await t.item(seller, itemFields);
	const complaint = { reporterId: reporter.id, complaint: 'Not as shown.', type: 'spam' };
	const author = { name: 'Asha', email: 'asha@campus.example' };
	const post = { userId: seller.id, title: 'Kettle', expiresAt: daysFromNow(1) };
	const wantedId = await insertRow(t.db, wantedPosts, post);
	const { reviewId, reviewReportId } = await insertReportedReview(t, seller, reporter);
	return {
		users: seller.id,
		items: item.id,
		reports: await insertRow(t.db, reports, { ...complaint, itemId: item.id }),
		'user-reports': await insertRow(t.db, reports, { ...complaint, reportedId: seller.id }),
		feedback: await insertRow(t.db, feedback, {
			...author,
			feedback: 'Good.',
			rating: 5,
			category: 'general',
		}),
		wanted: wantedId,
		'wanted-reports': await insertRow(t.db, reports, { ...complaint, wantedId }),
		reviews: reviewId,
		'review-reports': reviewReportId,
	};
}

/** Inserts a sale of a new item from `seller` to `buyer`, the buyer’s review of the seller, and the seller’s report of it. */
export async function insertReportedReview(t: App, seller: Student, buyer: Student) {
	const sales = openCompletedDeals(t);
	const sale = await sales.insertCompletedSale(seller, buyer);
	const reviewId = await sales.insertReview(sale, 'buyer', { text: 'Came late.' });
	const complaint = { reporterId: seller.id, type: 'spam', complaint: 'Untrue.' };
	const reviewReportId = await insertRow(t.db, reports, { ...complaint, reviewId });
	return { reviewId, reviewReportId };
}

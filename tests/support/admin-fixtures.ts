import { feedback } from '#server/db/schema/feedback.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import type { openApp } from './app.ts';

type App = Awaited<ReturnType<typeof openApp>>;

/** One of each kind of entry that the back-office opens by id, by the part of the URL that names its kind. */
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
	const author = { name: 'Asha', email: 'asha@campus.example', feedback: 'Good.' };
	const [feedbackRow] = await t.db
		.insert(feedback)
		.values({ ...author, rating: 5, category: 'general' })
		.returning();
	return {
		users: seller.id,
		items: item.id,
		reports: report?.id ?? 0,
		'user-reports': userReport?.id ?? 0,
		feedback: feedbackRow?.id ?? 0,
	};
}

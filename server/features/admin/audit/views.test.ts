import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '#server/db/tables/audit.ts';
import { feedback } from '#server/db/tables/feedback.ts';
import { itemReports, userReports } from '#server/db/tables/reports.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const NOBODY = 2_147_483_647;

/** One of each kind that is read by its number. */
const ids = await thingsThatAreThere();

async function thingsThatAreThere() {
	const [seller, reporter] = [await t.student(), await t.student()];
	const item = await t.item(seller, { title: 'Periwinkle' });
	const complaint = { reporterId: reporter.id, complaint: 'Not as shown.', type: 'spam' };
	const [report] = await t.db
		.insert(itemReports)
		.values({ ...complaint, itemId: item.id })
		.returning();
	const [userReport] = await t.db
		.insert(userReports)
		.values({ ...complaint, reportedId: seller.id })
		.returning();
	const words = { name: 'Asha', email: 'asha@campus.example', feedback: 'Good.' };
	const [said] = await t.db
		.insert(feedback)
		.values({ ...words, rating: 5, category: 'general' })
		.returning();
	return {
		user: seller.id,
		item: item.id,
		report: report?.id,
		'user report': userReport?.id,
		feedback: said?.id,
	};
}

/** What a new administrator leaves in the log by one call. */
async function entriesOf(path: string, expectedStatus: number) {
	const viewer = await t.admin();
	const res = await t.as(viewer).get(path);
	expect(res.statusCode).toBe(expectedStatus);
	return t.db
		.select({
			action: auditLog.action,
			target: auditLog.target,
			details: auditLog.details,
			severity: auditLog.severity,
		})
		.from(auditLog)
		.where(eq(auditLog.adminId, viewer.id))
		.orderBy(auditLog.id);
}

const READ_BY_NUMBER = [
	['user', '/admin/users/', '', 'VIEW_USERS', ''],
	['user', '/admin/users/', '/history', 'VIEW_USERS', 'history'],
	['item', '/admin/items/', '', 'VIEW_ITEMS', ''],
	['item', '/admin/items/', '/history', 'VIEW_ITEMS', 'history'],
	['report', '/admin/reports/', '', 'VIEW_REPORTS', ''],
	['user report', '/admin/user-reports/', '', 'VIEW_REPORTS', ''],
	['feedback', '/admin/feedback/', '', 'VIEW_FEEDBACK', ''],
] as const;

test.each(READ_BY_NUMBER)(
	'whoever reads one %s at %s…%s is in the log, with its number',
	async (kind, before, after, action, details) => {
		const entries = await entriesOf(`${before}${ids[kind]}${after}`, 200);

		expect(entries).toEqual([{ action, target: `${kind} ${ids[kind]}`, details, severity: 'LOW' }]);
	},
);

test.each(READ_BY_NUMBER)(
	'a %s that is not there, at %s…%s, is nothing that was seen',
	async (_kind, before, after) => {
		expect(await entriesOf(`${before}${NOBODY}${after}`, 404)).toEqual([]);
	},
);

test('the figures of feedback are in the log like the others', async () => {
	expect(await entriesOf('/admin/feedback/analytics', 200)).toEqual([
		{ action: 'VIEW_ANALYTICS', target: 'analytics', details: 'feedback', severity: 'LOW' },
	]);
});

test('a search that finds items is a view of items as well', async () => {
	const seen = { details: 'searched', severity: 'LOW' };

	expect(await entriesOf('/admin/search?q=periwinkle', 200)).toEqual([
		{ action: 'VIEW_USERS', target: 'users', ...seen },
		{ action: 'VIEW_ITEMS', target: 'items', ...seen },
	]);
});

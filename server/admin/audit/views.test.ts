import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '#server/db/schema/audit.ts';
import { insertOneOfEach } from '#tests/support/admin-fixtures.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const UNKNOWN_ID = 2_147_483_647;

const ids = await insertOneOfEach(t, { title: 'Periwinkle' });

/** The audit entries that a new administrator causes by one request. */
async function entriesAfterCall(path: string, expectedStatus: number) {
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

const DETAIL_VIEWS = [
	['user', 'users', 'VIEW_USERS'],
	['item', 'items', 'VIEW_ITEMS'],
	['report', 'reports', 'VIEW_REPORTS'],
	['user report', 'user-reports', 'VIEW_REPORTS'],
	['feedback', 'feedback', 'VIEW_FEEDBACK'],
	['wanted', 'wanted', 'VIEW_WANTED'],
	['review report', 'review-reports', 'VIEW_REPORTS'],
] as const;

test.each(DETAIL_VIEWS)(
	'reading one %s of /admin/%s adds one audit entry with its id',
	async (name, kind, action) => {
		const entries = await entriesAfterCall(`/admin/${kind}/${ids[kind]}`, 200);

		const target = `${name} ${ids[kind]}`;
		expect(entries).toEqual([{ action, target, details: '', severity: 'LOW' }]);
	},
);

test.each(DETAIL_VIEWS)(
	'a request for an unknown %s of /admin/%s adds no audit entry',
	async (_name, kind) => {
		expect(await entriesAfterCall(`/admin/${kind}/${UNKNOWN_ID}`, 404)).toEqual([]);
	},
);

test('viewing the feedback statistics is logged as a view of the analytics', async () => {
	expect(await entriesAfterCall('/admin/feedback/analytics', 200)).toEqual([
		{ action: 'VIEW_ANALYTICS', target: 'analytics', details: 'feedback', severity: 'LOW' },
	]);
});

test('a search that finds an item is logged as a view of users and a view of items', async () => {
	const fields = { details: 'searched', severity: 'LOW' };

	expect(await entriesAfterCall('/admin/search?q=periwinkle', 200)).toEqual([
		{ action: 'VIEW_USERS', target: 'users', ...fields },
		{ action: 'VIEW_ITEMS', target: 'items', ...fields },
	]);
});

import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { accountLifecycle } from '#server/app/account-lifecycle.ts';
import { openPool } from '#server/db/client.ts';
import { itemReports } from '#server/db/schema/reports.ts';
import { decideReport } from '#server/features/reports/decide.ts';
import { ITEM_REPORTS } from '#server/features/reports/queries.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();

/** A connection with a transaction timeout that is too short for one update per report. */
function openTimeLimitedDatabase() {
	const separator = t.url.includes('?') ? '&' : '?';
	const { db, close } = openPool(
		`${t.url}${separator}options=-c%20transaction_timeout%3D50ms`,
		() => undefined,
	);
	onTestFinished(close);
	return db;
}

test('all 300 pending reports about one item are decided within a transaction timeout of 50 ms', async () => {
	const admin = await t.admin();
	const item = await t.item(await t.student());
	const reporter = await t.student();
	const reported = await t.db
		.insert(itemReports)
		.values(
			Array.from({ length: 300 }, (_, index) => ({
				itemId: item.id,
				reporterId: reporter.id,
				complaint: `Not real, ${index}.`,
				type: 'fraud',
			})),
		)
		.returning({ id: itemReports.id });

	await decideReport(
		{
			db: openTimeLimitedDatabase(),
			backgroundDb: t.db,
			realtime: t.app.realtime as RealtimeServer,
			adminChannel: t.app.adminChannel,
			accountLifecycle,
			addTask: t.queue.addTask,
		},
		{ adminId: admin.id, ipAddress: '127.0.0.1' },
		ITEM_REPORTS,
		reported[0]?.id ?? 0,
		{ decision: { status: 'dismissed', notes: undefined }, wholeTarget: true },
	);

	const rows = await t.db.select().from(itemReports).where(eq(itemReports.itemId, item.id));
	expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['dismissed']));
	expect(rows).toHaveLength(300);
});

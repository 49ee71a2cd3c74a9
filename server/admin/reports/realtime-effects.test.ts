import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { itemReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect } = await openSockets(t);
const admin = await t.admin();

async function makeReport() {
	const [seller, reporter] = [await t.student(), await t.student()];
	const item = await t.item(seller);
	const row = { itemId: item.id, reporterId: reporter.id, complaint: 'Not real.', type: 'fraud' };
	const [created] = await t.db.insert(itemReports).values(row).returning();
	return { seller, reporter, url: `/admin/reports/${created?.id}` };
}

test('when a report is resolved with a warning, the warned user and the reporter receive a notification event at once', async () => {
	const { seller, reporter, url } = await makeReport();
	const connections = [await connect(seller), await connect(reporter)];

	await t.as(admin).put(`${url}/resolve`, { action: 'user_warned' });

	for (const connection of connections)
		expect(await connection.waitFor(REALTIME_EVENTS.notificationsChanged)).toEqual({});
});

test('when a report is resolved with a ban, the banned user is disconnected at once and the reporter stays connected', async () => {
	const { seller, reporter, url } = await makeReport();
	const [connection, other] = [await connect(seller), await connect(reporter)];

	await t.as(admin).put(`${url}/resolve`, { action: 'user_banned' });

	await connection.disconnected;
	expect(await other.waitFor(REALTIME_EVENTS.notificationsChanged)).toEqual({});
	expect(other.socket.connected).toBe(true);
});

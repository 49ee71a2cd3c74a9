import { pino } from 'pino';
import { expect, test } from 'vitest';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { migrate, prepareAppRole } from '#server/db/migrate/migrate.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { openApp } from '#tests/support/app.ts';
import { describeWithPrograms, openWithPrograms } from '#tests/support/debian-programs.ts';
import { startPostgres15 } from '#tests/support/postgres-15.ts';
import { query } from '#tests/support/query.ts';
import { openSockets, sendMessage } from '#tests/support/sockets.ts';

/*
 * The main features on PostgreSQL 15, the oldest version that is supported. To run all tests of the server on this
 * version: `TEST_POSTGRES=15 npx vitest run --project integration --project slow server`.
 */

const PROGRAMS = ['pg_basebackup'];
const SILENT = pino({ level: 'silent' });

async function open() {
	const server = await startPostgres15();
	const url = server.url('postgres');
	await migrate(url);
	await (await openJobQueue(url, SILENT)).stop();
	await prepareAppRole(url, SILENT);
	const t = await openApp({ DATABASE_URL: url });
	return { t, sockets: await openSockets(t) };
}

const { t, sockets } = await openWithPrograms(PROGRAMS, open);

describeWithPrograms(PROGRAMS, 'PostgreSQL 15, the oldest supported version', () => {
	test('PostgreSQL 15 supports lists, searches, suggestions and similar items', async () => {
		const seller = await t.student();
		const item = await t.item(seller, { title: 'Casio fx-991ES Plus' });
		const other = await t.item(seller, { title: 'Casio watch' });
		const idsAt = async (path: string) => {
			const response = (await t.as(null).get(path)).json();
			return (response.items ?? response).map(({ id }: { id: number }) => id);
		};

		expect(await idsAt('/item/get-all-items')).toEqual([other.id, item.id]);
		for (const sort of ['newest', 'price-asc', 'price-desc', 'name']) {
			expect(await idsAt(`/items?q=casio&sort=${sort}`), sort).toHaveLength(2);
		}
		expect(await idsAt('/items?q=fx&minPrice=1&maxPrice=9999')).toEqual([item.id]);
		expect(await idsAt(`/items?seller=${seller.id}&limit=1`)).toEqual([other.id]);
		expect((await t.as(null).get('/items?q=kasio')).json().total).toBe(2);
		expect((await t.as(null).get('/items/suggestions?q=cas')).json().suggestions).not.toEqual([]);
		for (const title of ['Casio clock', 'Casio keyboard']) await t.item(seller, { title });
		expect(await idsAt(`/item/${item.id}/similar`)).toHaveLength(3);
	});

	test('PostgreSQL 15 stores messages and the audit log of administrators', async () => {
		const [seller, buyer] = [await t.student(), await t.student()];
		const item = await t.item(seller);
		const room = await t.conversation(item, buyer);
		const connection = await sockets.connectToRoom(buyer, room);
		const admin = await t.admin();

		await sendMessage(connection, room, 'Is it still there?');
		const chats = await t.as(seller).get('/chats');
		const banned = await t
			.as(admin)
			.put(`/admin/items/${item.id}/ban`, { reason: 'It is no calculator at all.' });

		expect(JSON.stringify(chats.json())).toContain(formatRoomId(room));
		expect(banned.statusCode).toBe(200);
		expect(await query(t.url, 'select count(*)::int as entries from audit_log')).toEqual([
			{ entries: 1 },
		]);
	});
});

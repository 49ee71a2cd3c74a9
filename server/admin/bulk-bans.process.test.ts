import { expect, test } from 'vitest';
import { BULK_LIMITS } from '#contract/admin/bulk.ts';
import { openPool } from '#server/db/client.ts';
import { insertItem } from '#server/features/items/queries.ts';
import { adminFactory } from '#tests/support/administrators.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { ITEM_FIELDS, insertStudent } from '#tests/support/factories.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openOwnApp } from '#tests/support/own-app.ts';

// The app runs as in production, where requests and background work have different connection pools. Statements of the
// request pool have a time limit; bulk actions use the background pool, whose statements have none.
const url = await cloneDatabase();
const { address } = await openOwnApp({ DATABASE_URL: url });
const { db, close } = openPool(url, () => undefined);
onCleanup(close);
const admin = await adminFactory(db)();

async function postAsAdmin(path: string, body: object): Promise<Response> {
	return fetch(`${address}/api/admin${path}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
}

/** Creates as many users or items as one request may change. */
function repeat<Value>(create: () => Promise<Value>): Promise<Value[]> {
	return Promise.all(Array.from({ length: BULK_LIMITS.max }, create));
}

/**
 * A long reason of varying characters: the audit log stores more search n-grams for it than for a
 * repeated word.
 */
const VARIED = Array.from({ length: 2000 }, (_, index) =>
	String.fromCodePoint(0x905 + ((index * index * 7 + index) % 101)),
).join('');

test('100 users or items can be banned in one request with a varied reason of 2,000 characters, without reaching a statement timeout', async () => {
	const students = await repeat(() => insertStudent(db));
	const seller = await insertStudent(db);
	const itemIds = await repeat(() => insertItem(db, seller.id, ITEM_FIELDS));
	const userIds = students.map(({ id }) => id);

	const reason = VARIED;
	const banUsers = await postAsAdmin('/users/bulk', { userIds, action: 'ban', reason });
	const banItems = await postAsAdmin('/items/bulk', { itemIds, action: 'ban', reason });

	expect(await banUsers.json()).toMatchObject({ success: true, unchanged: [] });
	expect(await banItems.json()).toMatchObject({ success: true, unchanged: [] });
});

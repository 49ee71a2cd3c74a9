import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { saveMessages } from '#server/features/chat/messages/save.ts';
import { setSold } from '#server/features/deals/save-queries.ts';
import { findItem, setItemFields } from '#server/features/items/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';

const t = await openApp();

// Rules in the code refuse other users before any statement runs. The conditions in the statements still protect
// the data when a rule is missing, or when the data changes between the rule and the statement.
describe('protection by SQL statements', () => {
	test('the statement that edits an item does not change the item of another user', async () => {
		const { id } = await t.item(await t.student());
		const outsider = await t.student();

		const isChanged = await setItemFields(t.db, id, outsider.id, { title: 'Mine' });

		expect(isChanged).toBe(false);
		expect(await findItem(t.db, id)).toMatchObject({ title: ITEM_FIELDS.title });
	});

	test('the statement that marks an item as sold does not change the item of another user', async () => {
		const { id } = await t.item(await t.student());

		const notOwn = { id, sellerId: (await t.student()).id };
		expect(await setSold(t.db, notOwn, new Date(), null)).toBe(false);
		expect(await findItem(t.db, id)).toMatchObject({ soldAt: null });
	});

	test('the statement that stores messages stores no message in a chat of other users', async () => {
		const { id: itemId } = await t.item(await t.student());
		const buyer = await t.student();
		const outsider = await t.student();
		const { sid, ver } = decodeJwt(outsider.token);
		const sender = { id: outsider.id, sessionId: String(sid), version: Number(ver) };
		const room = { itemId, buyerId: buyer.id };

		const outcomes = await saveMessages(t.db, [
			{ room, sender, body: 'Hello', clientId: randomUUID() },
		]);

		expect(outcomes).toEqual([{ reason: 'notYours' }]);
	});
});

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import type { Room } from '#contract/rooms.ts';
import { messages, participants } from '#server/db/tables/chats.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { type Outcome, saveMessages } from './send-queries.ts';

const t = await openApp();

const personOf = ({ id, token }: Student) => {
	const { sid, ver } = decodeJwt(token);
	return { id, sessionId: String(sid), version: Number(ver) };
};

async function parties() {
	const seller = await t.student();
	const buyer = await t.student();
	const { id: itemId } = await t.item(seller);
	return { seller, buyer, room: { itemId, buyerId: buyer.id } };
}

const storedIn = ({ itemId, buyerId }: Room) =>
	t.db
		.select()
		.from(messages)
		.where(sql`item_id = ${itemId} and buyer_id = ${buyerId}`)
		.orderBy(messages.id);
const idOf = (outcome: Outcome | undefined) => (outcome && 'id' in outcome ? outcome.id : outcome);

test('several servers that store the same message at once store it once', async () => {
	const { buyer, room } = await parties();
	const message = { room, sender: personOf(buyer), body: 'Once', clientId: randomUUID() };

	const outcomes = await Promise.all(
		Array.from({ length: 8 }, () => saveMessages(t.db, [message])),
	);

	const [only, ...others] = await storedIn(room);
	expect(others).toEqual([]);
	expect(new Set(outcomes.map(([outcome]) => idOf(outcome)))).toEqual(new Set([only?.id]));
});

test('several servers that write to many rooms at once hinder each other no longer than needed', async () => {
	const rooms = await Promise.all(Array.from({ length: 6 }, parties));
	const batch = (bodies: string) =>
		rooms.map(({ buyer, room }) => ({
			room,
			sender: personOf(buyer),
			body: bodies,
			clientId: null,
		}));

	const saved = await Promise.all(
		Array.from({ length: 10 }, (_, count) => {
			const sent = batch(`No. ${count}`);
			return saveMessages(t.db, count % 2 ? sent : sent.reverse());
		}),
	);

	expect(saved.flat().every((outcome) => 'id' in outcome)).toBe(true);
	for (const { room, seller } of rooms) {
		const stored = await storedIn(room);
		const [side] = await t.db.select().from(participants).where(sql`user_id = ${seller.id}`);
		expect(stored).toHaveLength(10);
		expect(side?.lastReceivedId).toBe(stored.at(-1)?.id);
	}
});

test('a batch is numbered in its order, whatever becomes of its parts', async () => {
	const { buyer, seller, room } = await parties();
	const stranger = await t.student();
	const [buying, selling, strange] = [buyer, seller, stranger].map(personOf);
	if (!buying || !selling || !strange) throw new Error('Somebody is missing.');
	const sent = (sender: typeof buying, body: string) => ({ room, sender, body, clientId: null });

	await saveMessages(t.db, [sent(buying, 'Is it there?')]);
	const outcomes = await saveMessages(t.db, [
		sent(selling, 'It is.'),
		sent(strange, 'And for me?'),
		sent({ ...buying, id: seller.id }, 'Forged'),
		sent(buying, 'Good.'),
		sent({ ...selling, version: 7 }, 'Old'),
		sent(selling, 'When?'),
	]);

	expect(outcomes.map((outcome) => ('fault' in outcome ? outcome.fault : outcome.body))).toEqual([
		'It is.',
		'notYours',
		'signedOut',
		'Good.',
		'signedOut',
		'When?',
	]);
	expect((await storedIn(room)).map(({ body }) => body)).toEqual([
		'Is it there?',
		'It is.',
		'Good.',
		'When?',
	]);
});

import { describe, expect, test } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { participants } from '#server/db/schema/chats.ts';
import { users } from '#server/db/schema/users.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { openApp } from '#tests/support/app.ts';
import { mailUnread } from './mails.ts';
import { upsertPreference } from './queries.ts';

const t = await openApp();
const { addTask } = t.queue;
const run = () => mailUnread({ db: t.db, addTask });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const confirmed = { emailConfirmedAt: new Date() };

/** A seller and a buyer with a chat about the seller's item; both can get mail. */
async function createChat() {
	const seller = await t.student({ ...confirmed, userName: 'Meera' });
	const buyer = await t.student({ ...confirmed, userName: 'Ravi' });
	const item = await t.item(seller, { title: 'Drafter' });
	const room = await t.conversation(item, buyer);
	return { seller, buyer, item, room };
}

const sideOf = ({ itemId, buyerId }: Room, { id }: { id: number }) =>
	and(
		eq(participants.itemId, itemId),
		eq(participants.buyerId, buyerId),
		eq(participants.userId, id),
	);

async function readUpTo(room: Room, who: { id: number }, messageId: number) {
	await t.db.update(participants).set({ readId: messageId }).where(sideOf(room, who));
}

const mailedId = async (room: Room, who: { id: number }) =>
	(await t.db.select().from(participants).where(sideOf(room, who)))[0]?.mailedId;

/** Shifts all messages and mails into the past. */
async function ageRowsByHours(hours: number) {
	const earlier = sql`make_interval(hours => ${hours})`;
	await t.db.execute(sql`update messages set created_at = created_at - ${earlier}`);
	await t.db.execute(sql`update participants set mailed_at = mailed_at - ${earlier}`);
}

const tasksOf = async ({ id }: { id: number }) =>
	(
		await t.db.execute<{ data: { chats?: Room[] } }>(sql`
			select data from pgboss.job
			where name = 'notice-mail' and data ->> 'userId' = ${String(id)}`)
	).rows.map(({ data }) => data);

describe('mails about messages unread for ten minutes', () => {
	test('a message unread for ten minutes is mailed, even if it was answered, and one unread for nine minutes is not', async () => {
		const [old, young] = [await createChat(), await createChat()];
		await t.message(old.room, old.buyer, 'Hi', { createdAt: minutesAgo(10) });
		await t.message(young.room, young.buyer, 'Hi', { createdAt: minutesAgo(9) });

		await run();

		expect(await tasksOf(old.seller)).toEqual([
			{ letter: 'unread-messages', userId: old.seller.id, ...old.room },
		]);
		expect(await tasksOf(young.seller)).toEqual([]);
		expect(await tasksOf(old.buyer)).toEqual([]);
		// The answer does not count as reading.
		const answered = await createChat();
		await t.message(answered.room, answered.buyer, 'Hi', { createdAt: minutesAgo(20) });
		await t.message(answered.room, answered.seller, 'Elsewhere', { createdAt: minutesAgo(15) });
		await run();
		for (const who of [answered.seller, answered.buyer]) expect(await tasksOf(who)).toHaveLength(1);
	});

	test('an unread message is mailed even if it was stored after a message with a later time', async () => {
		const [young, old] = [await createChat(), await createChat()];
		const last = await t.message(young.room, young.buyer, 'Hi', { createdAt: minutesAgo(9) });
		await t.message(old.room, old.buyer, 'Hi', { createdAt: minutesAgo(10) });

		await run();
		await t.db.execute(
			sql`update messages set created_at = ${minutesAgo(10).toISOString()} where id = ${last}`,
		);
		await run();

		expect(await tasksOf(old.seller)).toHaveLength(1);
		expect(await tasksOf(young.seller)).toHaveLength(1);
	});

	test('after the user has read the mailed messages, a new message is mailed once it is unread for ten minutes', async () => {
		const { seller, buyer, room } = await createChat();
		const first = await t.message(room, buyer, 'Hi', { createdAt: minutesAgo(30) });
		await run();
		await readUpTo(room, seller, first);

		const next = await t.message(room, buyer, 'Hello?', { createdAt: minutesAgo(5) });
		await run();
		expect(await tasksOf(seller)).toHaveLength(1);
		await t.db.execute(
			sql`update messages set created_at = ${minutesAgo(12).toISOString()} where id = ${next}`,
		);
		await run();

		expect(await tasksOf(seller)).toHaveLength(2);
	});

	test('while a chat stays unread after a mail, new messages are mailed only after a day, in one mail', async () => {
		const { seller, buyer, room } = await createChat();
		await t.message(room, buyer, 'Hi', { createdAt: minutesAgo(30) });
		await run();

		for (const text of ['Hello?', 'Are you there?', 'Answer me']) {
			await t.message(room, buyer, text, { createdAt: minutesAgo(12) });
			await run();
		}
		expect(await tasksOf(seller)).toHaveLength(1);
		await ageRowsByHours(23);
		await run();
		expect(await tasksOf(seller)).toHaveLength(1);
		await ageRowsByHours(1);
		await run();
		await run();

		expect(await tasksOf(seller)).toHaveLength(2);
	});

	test('after a day, no second mail is sent if the chat was read, marked as read or has no new message', async () => {
		const chats = [await createChat(), await createChat(), await createChat()] as const;
		const [read, marked, silent] = chats;
		for (const { room, buyer } of chats) {
			await t.message(room, buyer, 'Hi', { createdAt: minutesAgo(30) });
		}
		await run();
		const last = await t.message(read.room, read.buyer, 'Hello?', { createdAt: minutesAgo(12) });
		await t.message(marked.room, marked.buyer, 'Hello?', { createdAt: minutesAgo(12) });
		await run();

		await readUpTo(read.room, read.seller, last);
		await t.as(marked.seller).put('/notifications/read-all');
		await ageRowsByHours(30);
		await run();

		for (const { seller } of [read, marked, silent]) {
			expect(await tasksOf(seller)).toHaveLength(1);
		}
	});

	test('unread messages of several chats share one mail per user', async () => {
		const [seller, one, other] = [
			await t.student(confirmed),
			await t.student(confirmed),
			await t.student(),
		];
		const rooms = [
			await t.conversation(await t.item(seller), one),
			await t.conversation(await t.item(seller), other),
		];
		for (const room of rooms) {
			await t.message(room, { id: room.buyerId }, 'Hi', { createdAt: minutesAgo(12) });
		}
		const bought = await t.conversation(await t.item(other), one);
		await t.message(bought, other, 'Take it', { createdAt: minutesAgo(12) });

		await run();

		expect(await tasksOf(seller)).toEqual([
			{ letter: 'unread-chats', userId: seller.id, chats: rooms },
		]);
		expect(await tasksOf(one)).toEqual([{ letter: 'unread-messages', userId: one.id, ...bought }]);
	});

	test('a message is mailed to a user who can get mail now, even if an earlier message could not be mailed', async () => {
		const { seller, buyer, room } = await createChat();
		await t.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, seller.id));
		await t.message(room, buyer, 'Hi', { createdAt: minutesAgo(30) });
		await run();

		await t.db.update(users).set(confirmed).where(eq(users.id, seller.id));
		await t.message(room, buyer, 'Hello?', { createdAt: minutesAgo(12) });
		await run();

		expect(await tasksOf(seller)).toHaveLength(1);
	});

	test('a message is not mailed after it was read or marked as read, if a block hides it, if the user wants no such mails, and never to its sender', async () => {
		const { seller, buyer, room } = await createChat();
		const messageId = await t.message(room, buyer, 'Hi', { createdAt: minutesAgo(20) });
		await readUpTo(room, seller, messageId);
		await t.message(room, seller, 'Yes?', { createdAt: minutesAgo(5) });
		await t.message(room, buyer, 'Good', { createdAt: minutesAgo(4) });
		const old = { createdAt: minutesAgo(20) };
		const [marked, hidden, silent] = [await createChat(), await createChat(), await createChat()];
		await t.message(marked.room, marked.buyer, 'Hi', old);
		await t.as(marked.seller).put('/notifications/read-all');
		await t.message(hidden.room, hidden.buyer, 'Hi', { ...old, isHiddenFromRecipient: true });
		const choice = { kind: 'message', inApp: true, byMail: false } as const;
		await upsertPreference(t.db, silent.seller.id, choice);
		await t.message(silent.room, silent.buyer, 'Hi', old);

		await run();

		for (const who of [seller, buyer, marked.seller, hidden.seller, silent.seller])
			expect(await tasksOf(who)).toEqual([]);
	});

	test('a message to a user without a confirmed address, banned or deleted is not mailed, and not checked again', async () => {
		for (const fields of [
			{ emailConfirmedAt: null },
			{ bannedAt: new Date() },
			{ deletedAt: new Date() },
		]) {
			const { seller, buyer, room } = await createChat();
			await t.db.update(users).set(fields).where(eq(users.id, seller.id));
			const last = await t.message(room, buyer, 'Hi', { createdAt: minutesAgo(20) });

			await run();

			expect(await tasksOf(seller)).toEqual([]);
			expect(await mailedId(room, seller)).toBe(last);
		}
	});

	test('when the job fails before the mail is queued, the next run mails the message', async () => {
		const { seller, buyer, room } = await createChat();
		await t.message(room, buyer, 'Hi', { createdAt: minutesAgo(20) });
		const failingAddTask: AddTask = () => Promise.reject(new Error('killed'));
		await expect(mailUnread({ db: t.db, addTask: failingAddTask })).rejects.toThrow('killed');
		expect(await mailedId(room, seller)).toBe(0);

		await run();

		expect(await tasksOf(seller)).toHaveLength(1);
	});
});

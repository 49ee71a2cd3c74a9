import { describe, expect, test } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { blocks, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import type { Mail } from '#server/mail/mail.ts';
import { openApp } from '#tests/support/app.ts';
import { MAIL_HEADER as header } from '#tests/support/outbox.ts';
import { SECRETS } from '#tests/support/secret.ts';
import { createUnsubscribeTokens } from './commands.ts';
import { mailUnread, sendNotificationMail } from './mails.ts';
import { upsertPreference } from './queries.ts';

const t = await openApp();
const tokens = createUnsubscribeTokens(SECRETS);
const ELEVEN_MINUTES_AGO = new Date(Date.now() - 11 * 60_000);
const confirmed = { emailConfirmedAt: new Date() };

/** A seller to whom a buyer has written about an item. */
async function createChat(...texts: string[]) {
	const seller = await t.student({ ...confirmed, userName: 'Meera' });
	const buyer = await t.student({ userName: 'Ravi' });
	const item = await t.item(seller, { title: 'Drafter' });
	const room = await t.conversation(item, buyer);
	const write = (body: string) => t.message(room, buyer, body, { createdAt: ELEVEN_MINUTES_AGO });
	for (const body of texts) await write(body);
	return { seller, buyer, item, room, write };
}
type CreatedChat = Awaited<ReturnType<typeof createChat>>;

type Task = Parameters<typeof sendNotificationMail>[1];

/** The mail tasks queued for a user, after the job has run. */
async function tasksOf(who: { id: number }): Promise<Task[]> {
	await mailUnread({ db: t.db, addTask: t.queue.addTask });
	const { rows } = await t.db.execute<{ data: Task }>(sql`
		select data from pgboss.job
		where name = 'notice-mail' and data ->> 'userId' = ${String(who.id)}`);
	return rows.map(({ data }) => data);
}

async function mailsOf(tasks: readonly Task[]): Promise<Mail[]> {
	const mails: Mail[] = [];
	const send = async (mailSent: Mail) => void mails.push(mailSent);
	const mail = { send, description: '', close: () => undefined };
	const mailDeps = { db: t.db, mail, header, tokens, log: t.app.log };
	for (const task of tasks) await sendNotificationMail(mailDeps, task);
	return mails;
}

async function mailTo(who: { id: number }): Promise<Mail> {
	const [mailSent] = await mailsOf(await tasksOf(who));
	if (!mailSent) throw new Error('There is no mail.');
	return mailSent;
}

describe('mails about unread messages', () => {
	test('a mail about unread messages names sender, item and number of messages, and links to the chat', async () => {
		const { seller, room } = await createChat('Hi', 'Is it <there>?');

		const mailSent = await mailTo(seller);

		expect(mailSent.to).toEqual({ address: seller.email, name: 'Meera' });
		expect(mailSent.subject).toMatch(/^2 new messages from Ravi: /);
		expect(mailSent.text).toMatch(
			/^Hello Meera,\n\nRavi sent you 2 messages about “Drafter” at Passdown\. The last one:\n\n“Is it <there>\?”\n/,
		);
		expect(mailSent.text).toContain(`${header.origin}/chat/${room.itemId}/${room.buyerId}\n`);
		expect(mailSent.html).toContain('“Is it &lt;there&gt;?”');
		expect(mailSent.text).not.toContain('“Hi”');
	});

	test('a mail about unread messages neither counts nor quotes steps of a deal, and a chat with steps only is not mailed', async () => {
		const event = { type: 'offer-made' } as const;
		const step = ({ room, buyer }: CreatedChat) =>
			t.message(room, buyer, 'Offered ₹350.', { event, createdAt: ELEVEN_MINUTES_AGO });
		const [chat, stepOnly] = [await createChat('Hi'), await createChat()];
		await step(chat);
		await step(stepOnly);

		const mailSent = await mailTo(chat.seller);

		expect(mailSent.subject).toMatch(/^New message from Ravi: /);
		expect(mailSent.text).toContain('“Hi”');
		expect(mailSent.text).not.toContain('Offered');
		expect(await tasksOf(stepOnly.seller)).toEqual([]);
	});

	test('a mail about unread messages quotes at most 200 characters of the last message, on one line', async () => {
		const { seller } = await createChat(`Hi\n\n-- \nPassdown\n${'देवी '.repeat(80)}`);

		const { subject, text } = await mailTo(seller);

		const [, quoted = ''] = /^“(.+)”$/m.exec(text) ?? [];
		expect(subject).toMatch(/^New message from Ravi: /);
		expect(text).toContain('Ravi wrote to you about “Drafter” at Passdown:\n');
		expect([...quoted]).toHaveLength(200);
		expect(quoted).toMatch(/^Hi -- Passdown देवी .+…$/);
	});

	test('a mail about unread messages has an unsubscribe link for its reader and one for mail programs, and after unsubscribing no further mail is queued', async () => {
		const { seller, write } = await createChat('Hi');

		const mailSent = await mailTo(seller);

		const [, address = '', token = ''] =
			/\n(https:\/\/market\.example\/unsubscribe#token=([\w-]+))\n/.exec(mailSent.text) ?? [];
		expect(mailSent.html).toContain(`href="${address}"`);
		expect(mailSent.unsubscribe).toBe(`${header.origin}/api/unsubscribe/${token}`);
		const res = await t.as(null).post(`/unsubscribe/${token}`);
		expect(res.json()).toMatchObject({ success: true, kind: 'message' });
		await t.db
			.update(participants)
			.set({ readId: sql`${participants.lastReceivedId}` })
			.where(eq(participants.userId, seller.id));
		await write('Again');
		expect(await tasksOf(seller)).toHaveLength(1);
	});
});

describe('mails about several chats', () => {
	/** A seller to whom each buyer has written about another item. */
	async function createChats(...buyers: string[]) {
		const seller = await t.student({ ...confirmed, userName: 'Meera' });
		const rooms: Room[] = [];
		for (const [n, userName] of buyers.entries()) {
			const item = await t.item(seller, { title: `Thing ${n}` });
			rooms.push(await t.conversation(item, await t.student({ userName })));
		}
		for (const room of rooms) {
			await t.message(room, { id: room.buyerId }, 'Words', { createdAt: ELEVEN_MINUTES_AGO });
		}
		return { seller, rooms };
	}
	const markRead = ({ itemId }: Room, who: { id: number }) =>
		t.db
			.update(participants)
			.set({ readId: sql`${participants.lastReceivedId}` })
			.where(and(eq(participants.itemId, itemId), eq(participants.userId, who.id)));

	test('a mail about several chats lists sender and item of each chat, newest first, without message texts, and links to the chats', async () => {
		const { seller, rooms } = await createChats('Ravi', 'Lekha\nPassdown');
		const [first] = rooms;
		if (!first) throw new Error('There is no chat.');
		await t.message(first, { id: first.buyerId }, 'More', { createdAt: ELEVEN_MINUTES_AGO });

		const mailSent = await mailTo(seller);

		expect(mailSent.to).toEqual({ address: seller.email, name: 'Meera' });
		expect(mailSent.subject).toBe('New messages in 2 chats');
		expect(mailSent.text).toContain(
			[
				'There is something new for you in 2 chats at Passdown:',
				'Ravi sent you 2 messages about “Thing 0”.',
				'Lekha Passdown wrote to you about “Thing 1”.',
				`See your chats:\n${header.origin}/chats\n`,
			].join('\n\n'),
		);
		expect(mailSent.text).not.toMatch(/Words|More/);
		expect(mailSent.unsubscribe).toMatch(`${header.origin}/api/unsubscribe/`);
	});

	test('a mail about many chats lists ten of them and counts the others', async () => {
		const names = Array.from({ length: 12 }, (_, n) => `Buyer ${n}`);
		const { seller } = await createChats(...names);

		const { subject, text } = await mailTo(seller);

		expect(subject).toBe('New messages in 12 chats');
		expect(text).toContain('Buyer 2 wrote');
		expect(text).not.toContain('Buyer 1 wrote');
		expect(text).toContain('\nAnd 2 more.\n');
	});

	test('a queued mail about several chats covers only those that are still unread, and is not sent if all were read', async () => {
		const { seller, rooms } = await createChats('Ravi', 'Lekha');
		const [ofRavi, ofLekha] = rooms;
		if (!ofRavi || !ofLekha) throw new Error('There are no chats.');
		const tasks = await tasksOf(seller);

		await markRead(ofRavi, seller);
		const [mailSent] = await mailsOf(tasks);
		await markRead(ofLekha, seller);

		expect(mailSent?.subject).toMatch(/^New message from Lekha: /);
		expect(mailSent?.text).toContain(
			`${header.origin}/chat/${ofLekha.itemId}/${ofLekha.buyerId}\n`,
		);
		expect(await mailsOf(tasks)).toEqual([]);
	});
});

describe('queued mails about messages', () => {
	const change = (who: { id: number }, fields: Partial<typeof users.$inferInsert>) =>
		t.db.update(users).set(fields).where(eq(users.id, who.id));
	const block = (blocker: { id: number }, blocked: { id: number }) =>
		t.db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id });

	test('a queued mail about unread messages is not sent if it was read, is not wanted or has no sender, reader or item any more', async () => {
		const [bannedAt, deletedAt] = [new Date(), new Date()];
		const changeItem = (id: number, fields: Partial<typeof items.$inferInsert>) =>
			t.db.update(items).set(fields).where(eq(items.id, id));
		const choice = { kind: 'message', inApp: true, byMail: false } as const;
		const changes: Record<string, (chat: CreatedChat) => PromiseLike<unknown>> = {
			'the recipient reads the message': ({ room, seller }) =>
				t.db
					.update(participants)
					.set({ readId: sql`${participants.lastReceivedId}` })
					.where(and(eq(participants.itemId, room.itemId), eq(participants.userId, seller.id))),
			'the recipient marks all as read': ({ seller }) =>
				t.as(seller).put('/notifications/read-all'),
			'the recipient turns such mails off': ({ seller }) =>
				upsertPreference(t.db, seller.id, choice),
			'the recipient is banned': ({ seller }) => change(seller, { bannedAt }),
			'the recipient is deleted': ({ seller }) => change(seller, { deletedAt }),
			'the sender is banned': ({ buyer }) => change(buyer, { bannedAt }),
			'the sender is deleted': ({ buyer }) => change(buyer, { deletedAt }),
			'the recipient blocks the sender': ({ seller, buyer }) => block(seller, buyer),
			'the sender blocks the recipient': ({ seller, buyer }) => block(buyer, seller),
			'the item is banned': ({ item }) => changeItem(item.id, { bannedAt }),
			'the item is deleted': ({ item }) => changeItem(item.id, { deletedAt }),
		};

		for (const [meanwhile, applyChange] of Object.entries(changes)) {
			const chat = await createChat('Hi');
			const tasks = await tasksOf(chat.seller);
			expect(tasks, meanwhile).toHaveLength(1);

			await applyChange(chat);

			expect(await mailsOf(tasks), meanwhile).toEqual([]);
		}
	});
});

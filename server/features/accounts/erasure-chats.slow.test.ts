import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { erasePersonalData } from '#server/app/account-lifecycle.ts';
import { asc, eq } from '#server/db/drizzle.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { recordDecision } from '#server/features/reports/commands.ts';
import { ITEM_REPORTS, USER_REPORTS } from '#server/features/reports/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { dumpAll } from '#tests/support/personal-data.ts';
import { eraseLateWrites } from './commands.ts';

const t = await openApp();
const deps = { db: t.db, addTask: t.queue.addTask, erasePersonalData, log: t.app.log };

const erase = (who: { token: string }) => t.as(who).post('/account/delete', { password: PASSWORD });

async function createChat() {
	const buyer = await t.student({ userName: 'Ravi', emailConfirmedAt: new Date() });
	const seller = await t.student({ userName: 'Meena' });
	const item = await t.item(seller, { title: 'Drafter', price: 450 });
	const room = await t.conversation(item, buyer);
	await t.message(room, buyer, 'Call me, I am Ravi', { clientId: randomUUID() });
	await t.message(room, seller, 'It is still there');
	return { buyer, seller, item, room };
}

describe('chats with an erased user', () => {
	test('the seller still sees the chat, with placeholders for the name and the messages of the erased buyer, and no blocks', async () => {
		const { buyer, seller, item } = await createChat();
		await t.db.insert(blocks).values([
			{ blockerId: buyer.id, blockedId: seller.id },
			{ blockerId: seller.id, blockedId: buyer.id },
		]);

		await erase(buyer);

		const conversation = await t.as(seller).get(`/chat/conversation/${item.id}/${buyer.id}`);
		const [{ other: person }] = (await t.as(seller).get('/chats')).json().chats;
		const [listedBuyer] = (await t.as(seller).get(`/chat/item-chats/${item.id}`)).json();
		const opened = (await t.as(seller).get(`/chat/open/${item.id}/${buyer.id}`)).json().chat;
		expect(conversation.json()).toMatchObject([
			{ senderId: buyer.id, message: CHAT_MESSAGES.erased },
			{ senderId: seller.id, message: 'It is still there' },
		]);
		for (const { userName } of [person, listedBuyer, opened.other]) {
			expect(userName).toBe(ACCOUNT_MESSAGES.deletedName);
		}
		expect(opened.closed).toBe(CHAT_ERRORS.closed.message);
		expect((await t.as(seller).get('/account/blocked')).json().people).toEqual([]);
		expect(await t.db.select().from(blocks).where(eq(blocks.blockerId, buyer.id))).toEqual([]);
	});

	test('the buyer still sees the chat after the account of the seller is erased', async () => {
		const { buyer, seller, item } = await createChat();

		await erase(seller);

		const [chat] = (await t.as(buyer).get('/chats')).json().chats;
		expect(chat).toMatchObject({
			item: { id: item.id, title: '—', photo: null },
			other: { userName: ACCOUNT_MESSAGES.deletedName },
			lastMessage: { text: CHAT_MESSAGES.erased },
		});
	});
});

test.each([
	[
		'buyer',
		['The reservation for Deleted user has ended: Drafter', 'An offer with a deleted user'],
	],
	['seller', ['Your reservation with Deleted user has ended', 'A reservation with a deleted user']],
] as const)(
	'when the account of a %s is erased, the other’s notifications still say what ended, without name or title',
	async (erased, titles) => {
		const chat = await createChat();
		const { buyer, seller, item } = chat;
		const { doAction, readDeal } = openDeals(t);
		await doAction(buyer, item.id, buyer, 'offer', { amount: 400 });
		await doAction(seller, item.id, buyer, 'reserve', { hours: 48 });

		await erase(chat[erased]);
		const reader = erased === 'buyer' ? seller : buyer;
		await readDeal(reader, item.id, buyer);

		const entries = (await t.as(reader).get('/notifications')).json().notifications;
		expect(
			entries.flatMap(({ kind, title }: NotificationEntry) => (kind === 'message' ? [] : title)),
		).toEqual(titles);
	},
);

describe('reports after the erasure of an account', () => {
	test('reports by the erased user stay pending, without the text; reports about the user keep it', async () => {
		const { buyer, seller, item } = await createChat();
		const complaints = ['It is a fake', 'And he is rude'];
		const about = { reporterId: buyer.id, type: 'other' };
		await t.db
			.insert(reports)
			.values(complaints.map((complaint) => ({ ...about, itemId: item.id, complaint })));
		await t.db
			.insert(reports)
			.values(complaints.map((complaint) => ({ ...about, reportedId: seller.id, complaint })));
		const report = { reporterId: seller.id, reportedId: buyer.id, type: 'scam' };
		await t.db.insert(reports).values({ ...report, complaint: 'Took the money and left' });

		await erase(buyer);

		const kept = await t.db.select().from(reports).where(eq(reports.reportedId, buyer.id));
		expect(kept).toMatchObject([{ complaint: 'Took the money and left', status: 'pending' }]);

		const rows = await t.db.select().from(reports).where(eq(reports.reporterId, buyer.id));
		expect(rows.map(({ complaint, status }) => [complaint, status])).toEqual(
			rows.map(({ id }) => [`— ${id}`, 'pending']),
		);
		expect(rows.map(({ kind }) => kind).sort()).toEqual(['item', 'item', 'user', 'user']);
	});

	test('notifications about decided reports no longer contain the name of the erased user or the titles of the user’s items', async () => {
		const { buyer, seller, item: sellersItem } = await createChat();
		const item = await t.item(buyer, { title: 'Scooter of Ravi Kumar' });
		const { id: adminId } = await t.admin({ roleLevel: 'admin' });
		const insertItemReport = async (itemId: number) => {
			const values = { reporterId: seller.id, itemId, type: 'spam', complaint: 'Spam' };
			const [row] = await t.db.insert(reports).values(values).returning();
			return row?.id ?? 0;
		};
		const insertUserReport = async (complaint: string) => {
			const values = {
				reporterId: seller.id,
				reportedId: buyer.id,
				type: 'spam',
				complaint,
			};
			const [row] = await t.db.insert(reports).values(values).returning();
			return row?.id ?? 0;
		};
		const upheld = { status: 'resolved', action: 'none', notes: undefined } as const;
		await recordDecision(deps, USER_REPORTS, adminId, await insertUserReport('Rude'), upheld);
		await recordDecision(deps, USER_REPORTS, adminId, await insertUserReport('Late'), {
			status: 'dismissed',
		});
		await recordDecision(deps, ITEM_REPORTS, adminId, await insertItemReport(item.id), upheld);
		await recordDecision(deps, ITEM_REPORTS, adminId, await insertItemReport(sellersItem.id), {
			status: 'dismissed',
		});

		await erase(buyer);

		const storedNotifications = await t.db
			.select()
			.from(notifications)
			.where(eq(notifications.userId, seller.id))
			.orderBy(asc(notifications.id));
		expect(storedNotifications.map(({ message }) => message)).toEqual([
			NOTIFICATION_MESSAGES.reportResolvedText(ACCOUNT_MESSAGES.deletedName),
			NOTIFICATION_MESSAGES.reportDismissedText(ACCOUNT_MESSAGES.deletedName),
			NOTIFICATION_MESSAGES.reportResolvedText('—'),
			NOTIFICATION_MESSAGES.reportDismissedText(sellersItem.row?.title ?? ''),
		]);
	});

	test('when reports about two users were decided in one transaction, only the notification about the erased user loses the name', async () => {
		const [reporter, erased, kept] = [
			await t.student(),
			await t.student({ userName: 'Ravi' }),
			await t.student({ userName: 'Meena' }),
		];
		const { id: adminId } = await t.admin({ roleLevel: 'admin' });
		const report = { reporterId: reporter.id, type: 'spam', complaint: 'Rude' };
		const sent = await t.db
			.insert(reports)
			.values([erased, kept].map(({ id }) => ({ ...report, reportedId: id })))
			.returning();
		// In one transaction, both notifications get the same timestamp.
		await t.db.transaction(async (tx) => {
			for (const { id } of sent)
				await recordDecision({ ...deps, db: tx }, USER_REPORTS, adminId, id, {
					status: 'dismissed',
				});
		});

		await erase(erased);

		const storedNotifications = await t.db
			.select()
			.from(notifications)
			.where(eq(notifications.userId, reporter.id))
			.orderBy(asc(notifications.id));
		expect(storedNotifications.map(({ message }) => message)).toEqual(
			[ACCOUNT_MESSAGES.deletedName, 'Meena'].map(NOTIFICATION_MESSAGES.reportDismissedText),
		);
	});
});

describe('feedback after the erasure of an account', () => {
	const feedbackFields = { name: 'Ravi', rating: 4, category: 'general', feedback: 'It is good' };
	const testimonial = {
		status: 'approved',
		isPublic: true,
		isFeatured: true,
		reviewedAt: new Date(),
	};
	const send = async (fields: Partial<typeof feedback.$inferInsert> & { email: string }) => {
		const [row] = await t.db
			.insert(feedback)
			.values({ ...feedbackFields, ...fields })
			.returning();
		return row?.id ?? 0;
	};
	const find = async (id: number) =>
		(await t.db.select().from(feedback).where(eq(feedback.id, id)))[0];

	test('feedback of the erased user loses name, address and text, keeps the rating and is no longer a testimonial; of others it loses at most the confirmed address', async () => {
		const [{ buyer, seller }, pretender] = [await createChat(), await t.student()];
		const own = await send({ ...testimonial, email: 'any@campus.example', userId: buyer.id });
		const signedOut = [
			await send({ email: buyer.email }),
			await send({ email: buyer.email, feedback: 'It is better' }),
		];
		const bySeller = { name: 'Meena', feedback: 'It works' };
		const ofSeller = await send({ email: buyer.email, userId: seller.id, ...bySeller });
		const neverConfirmed = await send({ email: pretender.email });

		for (const who of [buyer, pretender]) await erase(who);

		expect(await find(own)).toMatchObject({
			name: ACCOUNT_MESSAGES.deletedName,
			email: `deleted-${own}@invalid`,
			feedback: '—',
			rating: 4,
			status: 'approved',
			isPublic: false,
			isFeatured: false,
		});
		const { feedbacks } = (await t.as(null).get('/feedback/public?limit=100')).json();
		expect(feedbacks.map((entry: { id: number }) => entry.id)).not.toContain(own);
		for (const id of signedOut)
			expect(await find(id)).toMatchObject({ email: `deleted-${id}@invalid`, feedback: '—' });
		expect(await find(ofSeller)).toMatchObject({
			email: `deleted-${ofSeller}@invalid`,
			...bySeller,
		});
		expect(await find(neverConfirmed)).toMatchObject({
			email: pretender.email,
			feedback: 'It is good',
		});
	});
});

test('erasing an account a second time erases only messages that were sent after the first erasure', async () => {
	const { buyer, seller, item, room } = await createChat();
	await t.db.insert(reports).values({
		reporterId: buyer.id,
		itemId: item.id,
		type: 'spam',
		complaint: 'Spam',
	});
	await t.db.insert(feedback).values({
		userId: buyer.id,
		name: 'Ravi',
		email: buyer.email,
		rating: 4,
		category: 'general',
		feedback: 'Good',
	});
	await erase(buyer);
	const readChatTables = async () => {
		const dump = await dumpAll(t.url);
		const chatTables = ['messages', 'participants', 'reports', 'feedback', 'conversations'];
		return chatTables.map((table) => dump.get(`public.${table}`)?.split('\n').sort());
	};
	const before = await readChatTables();

	await eraseLateWrites(deps, buyer.id);

	expect(await readChatTables()).toEqual(before);
	await t.message(room, buyer, 'Sent at the last moment', { clientId: randomUUID() });
	await eraseLateWrites(deps, buyer.id);
	const read = await t.as(seller).get(`/chat/conversation/${item.id}/${buyer.id}`);
	expect(read.json().at(-1)).toMatchObject({ message: CHAT_MESSAGES.erased });
});

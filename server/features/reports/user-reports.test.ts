import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { userReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';

const t = await openApp();
const seller = await t.student({ userName: 'Ravi' });

/** Sends a report. @returns what is stored of the reporter’s reports */
async function reportUser(reporter: Student, reported: Student, context: object) {
	const path = `/user-report/report-user/${reported.id}`;
	const res = await t.as(reporter).post(path, { complaint: 'Was rude.', ...context });
	expect(res.statusCode).toBe(201);
	return t.db.select().from(userReports).where(eq(userReports.reporterId, reporter.id));
}

test('a report of a user is stored with the reported user and the item, unless the item is unknown', async () => {
	const item = await t.item(seller);
	const sent = { itemId: String(item.id), roomId: null };

	expect(await reportUser(await t.student(), seller, sent)).toMatchObject([
		{ reportedId: seller.id, itemId: item.id, chatItemId: null, chatBuyerId: null },
	]);
	expect(await reportUser(await t.student(), seller, { itemId: 2_147_483_647 })).toMatchObject([
		{ reportedId: seller.id, itemId: null },
	]);
});

test('a report by the buyer or seller of a chat is stored with that chat, even before the first message', async () => {
	const buyer = await t.student();
	const item = await t.item(seller);
	const sent = { roomId: `${item.id}-${buyer.id}` };
	const chat = { chatItemId: item.id, chatBuyerId: buyer.id };

	expect(await reportUser(buyer, seller, sent)).toMatchObject([chat]);
	expect(await reportUser(seller, buyer, sent)).toMatchObject([chat]);
});

test('a report from a chat of others, with oneself, with an unknown user or with an ill-formed id is stored without the chat', async () => {
	const [owner, buyer, outsider] = [await t.student(), await t.student(), await t.student()];
	const item = await t.item(owner);
	await t.conversation(item, buyer);
	await reportUser(outsider, buyer, { roomId: `${item.id}-${buyer.id}` });
	const rooms = [`${item.id}-${owner.id}`, `${item.id}-2147483647`, 'undefined-undefined'];
	for (const [index, roomId] of rooms.entries())
		await reportUser(owner, buyer, { roomId, complaint: `Was rude ${index}.` });

	const stored = await t.db.select().from(userReports).where(eq(userReports.reportedId, buyer.id));
	expect(stored.map(({ chatItemId, chatBuyerId }) => [chatItemId, chatBuyerId])).toEqual(
		Array(4).fill([null, null]),
	);
});

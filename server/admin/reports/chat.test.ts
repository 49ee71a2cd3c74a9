import { expect, test } from 'vitest';
import { eq, sql } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { reports } from '#server/db/schema/reports.ts';
import { forgetReadChats } from '#server/features/reports/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp();
const admin = await t.admin();

/** A chat in which the buyer reported the seller. */
async function makeReportedChat() {
	const [seller, buyer] = [await t.student({ userName: 'Ravi' }), await t.student()];
	const item = await t.item(seller);
	const room = await t.conversation(item, buyer);
	const chat = { chatItemId: item.id, chatBuyerId: buyer.id };
	const id = await makeReport({ reporterId: buyer.id, reportedId: seller.id, ...chat });
	return { seller, buyer, room, id };
}

async function makeReport(fields: Pick<typeof reports.$inferInsert, 'reporterId' | 'reportedId'>) {
	const row = { complaint: 'Was rude.', type: 'harassment', ...fields };
	const [created] = await t.db.insert(reports).values(row).returning();
	return created?.id ?? 0;
}

const readChat = (id: number) => t.as(admin).get(`/admin/user-reports/${id}/chat`);
const auditEntriesAbout = async (id: number) => {
	const target = `user report ${id}`;
	const entries = await t.db.select().from(auditLog).where(eq(auditLog.target, target));
	return entries.map(({ action, details }) => [action, details]);
};

test('an administrator sees the last 50 messages of a reported chat, oldest first, and the view is logged', async () => {
	const { seller, buyer, room, id } = await makeReportedChat();
	for (let number = 1; number <= 51; number += 1)
		await t.message(room, buyer, `question ${number}`);
	const answerId = await t.message(room, seller, 'Never.');

	const res = await readChat(id);

	const { messages } = res.json();
	expect(messages).toHaveLength(50);
	expect(messages[0].text).toBe('question 3');
	expect(messages[49]).toEqual({
		id: answerId,
		senderId: seller.id,
		senderName: 'Ravi',
		text: 'Never.',
		photos: [],
		createdAt: expect.stringMatching(/Z$/),
	});
	expect(await auditEntriesAbout(id)).toEqual([['VIEW_CHAT', '']]);
});

test('a reported chat shows messages hidden from the reported user, but not messages hidden from the reporter', async () => {
	const { seller, buyer, room, id } = await makeReportedChat();
	await t.message(room, buyer, 'Hello?', { isHiddenFromRecipient: true });
	await t.message(room, seller, 'Unseen.', { isHiddenFromRecipient: true });
	await t.message(room, seller, 'Seen.');

	const { messages } = (await readChat(id)).json();

	expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Hello?', 'Seen.']);
});

test('what was read of a chat can be read again for 90 days after the decision, and nothing else of it; each view is logged', async () => {
	const { seller, room, id } = await makeReportedChat();
	await t.message(room, seller, 'Give me your password.');
	await readChat(id);
	await t.message(room, seller, 'Never read by an administrator.');
	await t.as(admin).put(`/admin/user-reports/${id}/resolve`, { action: 'none' });
	const textsOf = (res: { json: () => { messages: { text: string }[] } }) =>
		res.json().messages.map(({ text }) => text);

	expect(textsOf(await readChat(id))).toEqual(['Give me your password.']);
	const { userReport } = (await t.as(admin).get(`/admin/user-reports/${id}`)).json();
	const keptMs = Date.parse(userReport.chatKeptUntil) - Date.parse(userReport.resolvedAt);
	expect(keptMs).toBe(90 * 86_400_000);
	const actions = (await auditEntriesAbout(id)).map(([action]) => action);
	expect(actions.filter((action) => action === 'VIEW_CHAT')).toHaveLength(2);

	// The words of an erased account are erased here, too.
	await t.as(seller).post('/account/delete', { password: PASSWORD });
	expect(textsOf(await readChat(id))).toEqual([null]);

	await forgetReadChats(t.db);
	expect((await readChat(id)).statusCode).toBe(200);
	await t.db
		.update(reports)
		.set({ resolvedAt: sql`now() - interval '91 days'` })
		.where(eq(reports.id, id));
	expect((await readChat(id)).statusCode).toBe(409);
	await forgetReadChats(t.db);
	const [stored] = await t.db.select().from(reports).where(eq(reports.id, id));
	expect(stored).toMatchObject({ readMessageIds: null });
});

test('after a report is decided of whose chat nothing was read, administrators cannot read it, and the attempt is logged; a report without a chat is answered with 404', async () => {
	const { id } = await makeReportedChat();
	await t.as(admin).put(`/admin/user-reports/${id}/dismiss`);

	const res = await readChat(id);

	expect(res.statusCode).toBe(409);
	expect(res.json().message).toBe('The chat can be read only while the report is pending.');
	expect(await auditEntriesAbout(id)).toEqual([
		['REPORT_DISMISSED', ''],
		['ATTEMPT_VIEW_CHAT', 'The chat can be read only while the report is pending.'],
	]);
	const [reporterId, reportedId] = [(await t.student()).id, (await t.student()).id];
	const without = await readChat(await makeReport({ reporterId, reportedId }));
	expect([without.statusCode, without.json().message]).toEqual([
		404,
		'This report points to no chat.',
	]);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { blocks } from '#server/db/schema/chats.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { notificationPreferences, notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const exported = async (who: { token: string }) => (await t.as(who).get('/account/export')).json();
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

async function createChat() {
	const asha = await t.student({ emailConfirmedAt: new Date() });
	const other = await t.student();
	return { asha, other, item: await t.item(other) };
}

test('a user’s data export contains all chats with read positions, but only messages written by the user', async () => {
	const { asha, other, item } = await createChat();
	const room = await t.conversation(item, asha);
	const clientId = randomUUID();
	const id = await t.message(room, asha, 'Is it there?', { clientId });
	await t.message(room, other, 'These words are not hers');
	const roomId = `${item.id}-${asha.id}`;

	const [ofBuyer, ofSeller] = [await exported(asha), await exported(other)];

	expect(ofBuyer.chats).toEqual([
		{
			roomId,
			role: 'buyer',
			startedAt: aTime,
			deliveredId: 0,
			readId: 0,
			noticedId: 0,
			mailedId: 0,
			mailedAt: null,
		},
	]);
	expect(ofSeller.chats).toMatchObject([{ roomId, role: 'seller' }]);
	expect(ofBuyer.messages).toEqual([
		{ id, roomId, message: 'Is it there?', clientId, createdAt: aTime },
	]);
	expect(JSON.stringify(ofBuyer)).not.toContain('These words are not hers');
});

test('a user’s data export lists blocks by the user, but does not reveal blocks against the user', async () => {
	const { asha, other, item } = await createChat();
	await t.db.insert(blocks).values({ blockerId: other.id, blockedId: asha.id });
	const room = await t.conversation(item, asha);
	await t.message(room, asha, 'Into the void', { isHiddenFromRecipient: true });
	await t.message(room, asha, 'Said aloud');

	const [ofBlocked, ofBlocker] = [await exported(asha), await exported(other)];

	expect(ofBlocked.blocked).toEqual([]);
	expect(ofBlocker.blocked).toEqual([{ personId: asha.id, blockedAt: aTime }]);
	const [withheld, aloud] = ofBlocked.messages;
	expect(Object.keys(withheld)).toEqual(Object.keys(aloud));
	expect(JSON.stringify(ofBlocked)).not.toMatch(/withheld/i);
});

test('a user’s data export contains reports by the user, but nothing from reports about the user', async () => {
	const { asha, other, item } = await createChat();
	const resolvedAt = new Date('2026-10-02T09:30:00Z');
	const decided = { status: 'resolved', action: 'user_warned', adminNotes: 'Note', resolvedAt };
	await t.db
		.insert(reports)
		.values({ reporterId: asha.id, itemId: item.id, type: 'fraud', complaint: 'A fake' });
	await t.db.insert(reports).values([
		{
			...decided,
			reporterId: asha.id,
			reportedId: other.id,
			chatItemId: item.id,
			chatBuyerId: asha.id,
			type: 'scam',
			complaint: 'Asked for an OTP',
		},
		{ reporterId: other.id, reportedId: asha.id, type: 'spam', complaint: 'Writes all day' },
	]);

	const data = await exported(asha);

	expect(data.itemReports).toEqual([
		{
			itemId: item.id,
			type: 'fraud',
			complaint: 'A fake',
			status: 'pending',
			createdAt: aTime,
			resolvedAt: null,
		},
	]);
	expect(data.userReports).toEqual([
		{
			personId: other.id,
			itemId: null,
			roomId: `${item.id}-${asha.id}`,
			type: 'scam',
			complaint: 'Asked for an OTP',
			status: 'resolved',
			createdAt: aTime,
			resolvedAt: resolvedAt.toISOString(),
		},
	]);
	expect(JSON.stringify(data)).not.toContain('Writes all day');
});

test('a user’s data export contains feedback sent while signed in or with the confirmed address, but no feedback of other users', async () => {
	const { asha, other } = await createChat();
	const feedbackFields = { name: 'Asha', rating: 5, category: 'general' };
	await t.db.insert(feedback).values([
		{ ...feedbackFields, email: 'any@campus.example', userId: asha.id, feedback: 'Signed in' },
		{ ...feedbackFields, email: asha.email, feedback: 'By address' },
		{ ...feedbackFields, email: asha.email, userId: other.id, feedback: 'By somebody else' },
		{ ...feedbackFields, email: other.email, feedback: 'Not proved' },
	]);

	const textsOf = ({ feedback: sent }: { feedback: { feedback: string }[] }) =>
		sent.map((entry) => entry.feedback);

	expect(textsOf(await exported(asha))).toEqual(['Signed in', 'By address']);
	expect(textsOf(await exported(other))).toEqual(['By somebody else']);
});

test('a user’s data export contains notifications and notification preferences', async () => {
	const { asha } = await createChat();
	const words = { title: 'A warning', message: 'Please be kind', link: null };
	await t.db.insert(notifications).values({ ...words, userId: asha.id, kind: 'warning' });
	const choice = { kind: 'message', inApp: true, byMail: false };
	await t.db.insert(notificationPreferences).values({ ...choice, userId: asha.id });

	const data = await exported(asha);

	expect(data.notices).toEqual([
		{ ...words, id: expect.any(Number), kind: 'warning', createdAt: aTime, readAt: null },
	]);
	expect(data.noticeChoices).toEqual([choice]);
});

import { describe, expect, test, vi } from 'vitest';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import { erasePersonalData } from '#server/app/account-lifecycle.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { chatPhotoUrl } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatPhotos, sendPhotos } from '#tests/support/chat-photos.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import { SECRETS } from '#tests/support/secret.ts';

const t = await openApp();
const { startChat } = await openChatConnections(t);
const { insertPhotos, readMessages, statusOf } = openChatPhotos(t);

/** A chat in which the buyer has sent a photo, with the photo's address for each of the two users. */
async function startChatWithPhoto() {
	const chat = await startChat();
	const { buyer, seller, room } = chat;
	await sendPhotos(chat.buying, room, await insertPhotos(buyer));
	const addressFor = async (who: typeof buyer) => {
		const photo = (await readMessages(who, room))[1]?.photos[0];
		if (!photo) throw new Error('The photo is not shown.');
		return photo;
	};
	return { ...chat, forBuyer: await addressFor(buyer), forSeller: await addressFor(seller) };
}

describe('address of a chat photo', () => {
	test('the buyer and the seller of a chat can open its photo in all sizes', async () => {
		const { forBuyer, forSeller } = await startChatWithPhoto();

		for (const { url, thumbUrl } of [forBuyer, forSeller]) {
			expect(await statusOf({ url })).toBe(200);
			expect(await statusOf({ url: thumbUrl })).toBe(200);
			expect(await statusOf({ url: photoUrlAt(url, 640) })).toBe(200);
		}
	});

	test('a chat photo answers 404 to another buyer of the item and to a stranger, even at an address signed for them', async () => {
		const { room, forBuyer } = await startChatWithPhoto();
		const [otherBuyer, stranger] = [await t.student(), await t.student()];
		await t.conversation({ id: room.itemId }, otherBuyer);

		for (const { id } of [otherBuyer, stranger]) {
			const options = { secrets: SECRETS, now: new Date() };
			const url = chatPhotoUrl(forBuyer.id, { userId: id }, options);
			expect(await statusOf({ url })).toBe(404);
		}
	});

	test('after the buyer is banned, the chat photo opens at the seller’s address but not at the buyer’s', async () => {
		const { buyer, forBuyer, forSeller } = await startChatWithPhoto();

		await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, buyer.id));

		expect(await statusOf(forBuyer)).toBe(404);
		expect(await statusOf(forSeller)).toBe(200);
	});

	test('the address of a chat photo signed for administrators answers 404 if the report does not name the chat', async () => {
		const { forBuyer, seller, buyer } = await startChatWithPhoto();
		const [report] = await t.db
			.insert(reports)
			.values({ reporterId: buyer.id, reportedId: seller.id, complaint: 'Rude.', type: 'spam' })
			.returning();
		const viewer = { reportId: report?.id ?? 0 };
		const url = chatPhotoUrl(forBuyer.id, viewer, { secrets: SECRETS, now: new Date() });

		expect(await statusOf({ url })).toBe(404);
	});

	test('a chat photo address that is changed, unsigned or expired answers 404', async () => {
		const { buyer, forBuyer } = await startChatWithPhoto();
		const { id, url } = forBuyer;
		const yesterday = new Date(Date.now() - 24 * 3_600_000);
		const changed = {
			'photo id': url.replace(/chat-photos\/\d+/, 'chat-photos/1'),
			'user id': url.replace(/user=\d+/, 'user=1'),
			'kind of viewer': url.replace('user=', 'report='),
			'expiry time': url.replace(/until=\d/, 'until=9'),
			// Not its last letter, some bits of which mean nothing.
			signature: `${url.slice(0, -2)}${url.at(-2) === 'A' ? 'B' : 'A'}${url.slice(-1)}`,
			'no signature': url.replace(/\?.*/, ''),
			size: url.replace('-1600.', '-1601.'),
			expired: chatPhotoUrl(id, { userId: buyer.id }, { secrets: SECRETS, now: yesterday }),
		};

		const answers: Record<string, unknown> = {};
		for (const [what, address] of Object.entries(changed)) {
			expect(address, what).not.toBe(url);
			answers[what] = await statusOf({ url: address });
		}

		expect(answers).toEqual(Object.fromEntries(Object.keys(changed).map((what) => [what, 404])));
	});

	test('after the sender’s account is erased, the chat photo answers 404 and the recipient reads that it was deleted', async () => {
		const { buyer, seller, room, forSeller, buying } = await startChatWithPhoto();
		await sendPhotos(buying, room, await insertPhotos(buyer), { message: 'And this' });

		await t.db.transaction((tx) => erasePersonalData(tx, buyer.id, t.queue.addTask));

		expect(await statusOf(forSeller)).toBe(404);
		const [, photo, photoWithText] = await readMessages(seller, room);
		expect(photo).toMatchObject({ message: 'This photo was deleted.', photos: [] });
		expect(photo?.isWithoutWords).toBeUndefined();
		expect(photoWithText).toMatchObject({ message: 'This photo was deleted.', photos: [] });
	});

	test('a photo in a message hidden by a block opens for its sender and answers 404 to the recipient', async () => {
		const { buyer, seller, room, buying } = await startChat();
		await t.as(seller).put(`/people/${buyer.id}/block`);
		const [id = 0] = await insertPhotos(buyer);
		await sendPhotos(buying, room, [id]);
		const options = { secrets: SECRETS, now: new Date() };

		expect(await statusOf({ url: chatPhotoUrl(id, { userId: buyer.id }, options) })).toBe(200);
		expect(await statusOf({ url: chatPhotoUrl(id, { userId: seller.id }, options) })).toBe(404);
	});

	test('an uploaded photo that is not sent yet opens for its sender and answers 404 to the other user', async () => {
		const { buyer, seller } = await startChat();
		const [id = 0] = await insertPhotos(buyer);
		const options = { secrets: SECRETS, now: new Date() };

		expect(await statusOf({ url: chatPhotoUrl(id, { userId: buyer.id }, options) })).toBe(200);
		expect(await statusOf({ url: chatPhotoUrl(id, { userId: seller.id }, options) })).toBe(404);
	});

	test('the address of a chat photo changes only at noon and midnight (UTC), so that browsers can cache the photo', async () => {
		const { buyer, room } = await startChatWithPhoto();
		const readAt = async (time: string) => {
			vi.setSystemTime(`2026-03-04T${time}Z`);
			return (await readMessages(buyer, room))[1]?.photos[0];
		};
		vi.useFakeTimers({ toFake: ['Date'] });

		const atNoon = await readAt('12:00:00');
		const beforeMidnight = await readAt('23:59:59');
		const atMidnight = await readAt('24:00:00');

		expect(atNoon?.url).toContain(`/chat-photos/${atNoon?.id}-`);
		expect(beforeMidnight).toEqual(atNoon);
		expect(atMidnight?.id).toBe(atNoon?.id);
		expect(atMidnight?.url).not.toBe(atNoon?.url);
	});
});

describe('photos of a reported chat', () => {
	async function reportChat() {
		const chat = await startChatWithPhoto();
		const { buyer, seller, room } = chat;
		const [report] = await t.db
			.insert(reports)
			.values({
				reporterId: seller.id,
				reportedId: buyer.id,
				complaint: 'Rude.',
				type: 'harassment',
				chatItemId: room.itemId,
				chatBuyerId: room.buyerId,
			})
			.returning();
		return { ...chat, reportId: report?.id ?? 0 };
	}

	test('after the decision on a reported chat, administrators can open the photos that were read before it, for ninety days', async () => {
		const { reportId } = await reportChat();
		const admin = await t.admin();

		const res = await t.as(admin).get(`/admin/user-reports/${reportId}/chat`);

		const [photo] = res.json().messages[1].photos;
		expect(photo.url).toContain(`report=${reportId}&`);
		expect(await statusOf(photo)).toBe(200);
		await t.as(admin).put(`/admin/user-reports/${reportId}/dismiss`);
		expect(await statusOf(photo)).toBe(200);

		await t.db.execute(sql`
			update reports set resolved_at = now() - interval '91 days' where kind = 'user' and id = ${reportId}`);
		expect(await statusOf(photo)).toBe(404);
	});
});

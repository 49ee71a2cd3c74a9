import { expect, test } from 'vitest';
import { inArray } from '#server/db/drizzle.ts';
import { chatPhotos } from '#server/db/schema/chat-photos.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { cleanUpPhotos, openChatPhotos, sendPhotos } from '#tests/support/chat-photos.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';

const t = await openApp();
const { startChat } = await openChatConnections(t);
const { insertPhotos } = openChatPhotos(t);
const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const cleanUp = (now: Date) => cleanUpPhotos(t, now);

async function hashesOf(ids: readonly number[]): Promise<string[]> {
	const rows = await t.db
		.select()
		.from(chatPhotos)
		.where(inArray(chatPhotos.id, [...ids]));
	return rows.map(({ photoHash }) => photoHash);
}

async function filesOf(hashes: readonly string[]): Promise<number> {
	const names = hashes.flatMap(photoFileNames);
	const found = await Promise.all(names.map((name) => t.store.find(name)));
	return found.filter(Boolean).length;
}

test('chat photos that are not sent within a day are removed with their files, and sent photos stay', async () => {
	const { buyer, room, buying } = await startChat();
	const [sent = 0, unsent = 0] = await insertPhotos(buyer, 2);
	await sendPhotos(buying, room, [sent]);
	const [sentHashes, unsentHashes] = [await hashesOf([sent]), await hashesOf([unsent])];

	await cleanUp(hoursFromNow(23.9));
	expect(await filesOf([...sentHashes, ...unsentHashes])).toBe(6);
	await cleanUp(hoursFromNow(24.1));

	expect(await filesOf(unsentHashes)).toBe(0);
	expect(await filesOf(sentHashes)).toBe(3);
	expect(await hashesOf([unsent])).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openAppClient } from '#tests/support/degraded-app.ts';
import { openOwnApp } from '#tests/support/own-app.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';
import { CAN_MOUNT, openSmallDisk } from '#tests/support/small-disk.ts';
import { openDatabase } from '#tools/lib/open-database.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');
const WAIT = { timeout: 60_000, interval: 20 };
const settings = { WEB_FOLDER, JWT_SECRET: SECRET, LOG_LEVEL: 'silent' };
const url = await cloneDatabase();
const { address, dataDir } = await openOwnApp({ ...settings, DATABASE_URL: url });
const appClient = await openAppClient(address);

interface ItemPhoto {
	id: number;
	hash: string;
}

/** Each item with the hash of its photo; null without one. */
const itemsWithPhotos = (database: string) =>
	query<ItemPhoto>(
		database,
		'select id, photo_hash as hash from items left join item_photos on item_id = id order by id',
	);

describe.skipIf(!CAN_MOUNT)('a full disk', () => {
	test.each(['photos', 'uploads'])(
		'a full disk under the %s refuses a post with 503 and leaves no files, and the retried post is created when there is space',
		async (folder) => {
			const disk = openSmallDisk(join(dataDir, folder), '1m');
			const before = await itemsWithPhotos(url);
			await disk.fillUp();
			const key = randomUUID();

			const refused = await appClient.post(key);
			const list = await appClient.request('/api/item/get-all-items');
			const remainingFiles = await readdir(join(dataDir, 'uploads'));
			const itemsWhileFull = await itemsWithPhotos(url);
			await disk.empty();
			const retried = await appClient.post(key);

			expect([refused.status, refused.retryAfter]).toEqual([503, '2']);
			expect([list.status, retried.status]).toEqual([200, 201]);
			expect(remainingFiles.filter((name) => name !== 'ballast')).toEqual([]);
			expect(itemsWhileFull).toEqual(before);
			const after = await itemsWithPhotos(url);
			expect(after).toHaveLength(before.length + 1);
			await expectFiles(dataDir, after.slice(before.length));
		},
	);

	test('a full disk under the whole data folder stops the database; every request is refused with 503, and the app recovers by itself when there is space', async () => {
		const DATA_DIR = await mkdtemp(join(tmpdir(), 'market-small-'));
		onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
		const disk = openSmallDisk(DATA_DIR, '220m');
		const environment = { ...settings, DATA_DIR, PORT: '0', SEED_DEMO: '0', RATE_LIMIT: 'off' };
		const own = startScript('server/main.ts', [], environment);
		const [, opened = ''] = await own.waitForOutput(/is open at (\S+)/);
		const appClient = await openAppClient(opened);
		const earlierPosts = [await appClient.post(), await appClient.post()];
		const key = randomUUID();
		const where = { dataDir: DATA_DIR, databaseUrl: undefined };
		const { url } = await openDatabase(where, () => undefined);

		await disk.fillUp();
		await writeUntilDatabaseStops(url);
		const refused = await appClient.post(key);
		const responses = await appClient.expectOrderlyRejections();
		await disk.empty();
		await appClient.expectRecovery();
		const posted = await appClient.post(key);

		expect(earlierPosts.map(({ status }) => status)).toEqual([201, 201]);
		expect([refused.status, refused.retryAfter]).toEqual([503, '2']);
		expect(responses.length).toBeGreaterThan(0);
		expect(posted.status).toBe(201);
		const storedItems = await itemsWithPhotos(url);
		const acknowledged = [...earlierPosts, posted].map(({ body }) => JSON.parse(body).item.id);
		expect(storedItems.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
		await expectFiles(DATA_DIR, storedItems);
	});
});

/** Writes to the full disk until PostgreSQL stops, as it does when it cannot write its log. */
async function writeUntilDatabaseStops(url: string): Promise<void> {
	const write = () =>
		query(
			url,
			"select pg_logical_emit_message(true, 'ballast', repeat('x', 1000000)), pg_switch_wal()",
		).then(
			() => false,
			() => true,
		);
	await vi.waitUntil(write, WAIT);
}

/** Expects the photo files of each item to be stored in all three sizes. */
async function expectFiles(dataDir: string, storedItems: readonly ItemPhoto[]): Promise<void> {
	const store = createDiskPhotoStore(join(dataDir, 'photos'));
	for (const { hash } of storedItems) {
		const files = await Promise.all(photoFileNames(hash).map((name) => store.find(name)));
		expect(files.map((file) => (file?.size ?? 0) > 0)).toEqual([true, true, true]);
	}
}

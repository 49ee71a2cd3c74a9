import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import { eq } from '#server/db/drizzle.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { jpegUrl, photoFileName, photoFileNames, photoUrl } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { createUploadFolder } from '#tests/support/photo-files.ts';
import { SECRETS } from '#tests/support/secret.ts';
import { drawing, jpeg } from '#tests/support/test-images.ts';
import { preparePhotos, storePhotos } from './commands.ts';

const t = await openApp();
const upload = await createUploadFolder();

const fetch = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

async function createItemWithPhoto() {
	const seller = await t.student();
	const { id, hashes } = await t.item(seller);
	const hash = hashes[0] ?? '';
	return { seller, id, hash, url: photoUrl(hash) };
}

describe('GET /photos/:name', () => {
	test('the photo of an item on sale is public at every width, and cacheable for a year; who has one width gets 304 for it only', async () => {
		const { hash, url } = await createItemWithPhoto();

		for (const width of [320, 640, 1600] as const) {
			const res = await fetch(photoUrlAt(url, width));
			expect(res.statusCode).toBe(200);
			expect(res.body).toBe(`${hash} ${width}`);
			expect(res.headers).toMatchObject({
				'content-type': 'image/webp',
				'content-length': String(res.body.length),
				'content-disposition': `inline; filename="${hash}-${width}.webp"`,
				'cache-control': 'public, max-age=31536000, immutable',
				'cross-origin-resource-policy': 'cross-origin',
				'x-content-type-options': 'nosniff',
			});
		}
		const { etag = '' } = (await fetch(url)).headers;
		const again = await fetch(url, { 'if-none-match': String(etag) });
		const other = await fetch(photoUrlAt(url, 640), { 'if-none-match': String(etag) });
		expect([again.statusCode, again.body, other.statusCode]).toEqual([304, '', 200]);
		const head = await t.app.inject({ method: 'HEAD', url });
		expect(head.headers['content-length']).toBe(String(`${hash} 1600`.length));
		expect([head.statusCode, head.body]).toEqual([200, '']);
	});
});

describe('visibility of item photos', () => {
	test('the photo of an item on sale is there as a JPEG for link previews, until the item is banned', async () => {
		const { id, hash, url } = await createItemWithPhoto();
		const webp = await drawing({ width: 640, height: 480 }).webp().toBuffer();
		await t.store.put(photoFileName(hash, 640), webp);

		const res = await fetch(jpegUrl(url));

		expect(res.headers['content-type']).toBe('image/jpeg');
		const { format, width, height } = await sharp(res.rawPayload).metadata();
		expect([format, width, height]).toEqual(['jpeg', 640, 480]);
		await t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, id));
		await expect.poll(async () => (await fetch(jpegUrl(url))).statusCode).toBe(404);
	});

	test('the photo of a banned item answers 404 even to a client that has it, and the 404 is not cacheable', async () => {
		const { id, url } = await createItemWithPhoto();
		const { etag } = (await fetch(url)).headers;
		await t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, id));

		const res = await fetch(url, { 'if-none-match': String(etag) });

		expect(res.statusCode).toBe(404);
		expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.notFound });
		expect(res.headers['cache-control'] ?? '').not.toContain('immutable');
	});

	test('a photo of several items is public as long as one of the items is visible', async () => {
		const [first, second] = [await createItemWithPhoto(), await t.student()];
		const shared = await t.item(second);
		await t.db.insert(itemPhotos).values({ itemId: shared.id, position: 1, photoHash: first.hash });
		await t.db.update(items).set({ deletedAt: new Date() }).where(eq(items.id, first.id));

		expect((await fetch(first.url)).statusCode).toBe(200);
	});
});

describe('visibility of other photos', () => {
	test('a hidden photo opens at a signed address for ten minutes, and is not cacheable', async () => {
		const { id, hash } = await createItemWithPhoto();
		await t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, id));
		const signed = photoUrl(hash, { signed: { secrets: SECRETS, now: new Date() } });
		const old = photoUrl(hash, {
			signed: { secrets: SECRETS, now: new Date(Date.now() - 601_000) },
		});

		const res = await fetch(photoUrlAt(signed, 320));

		expect(res.statusCode).toBe(200);
		expect(res.body).toBe(`${hash} 320`);
		expect(res.headers['cache-control']).toBe('private, no-store');
		expect((await fetch(old)).statusCode).toBe(404);
	});

	test('a stored photo that no item or user has yet, and an address that belongs to no photo, answer 404', async () => {
		const photos = await preparePhotos([await upload(await jpeg())], 'images');
		await storePhotos(t.db, t.store, photos);
		const hash = photos[0]?.hash ?? '';

		for (const url of [
			photoUrl(hash),
			`/photos/${'0'.repeat(64)}-320.webp`,
			'/photos/nothing',
			'/photos/..%2f..%2fetc%2fpasswd',
			`/photos/${'0'.repeat(64)}-321.webp`,
		]) {
			const res = await fetch(url);
			expect([res.statusCode, res.json()]).toEqual([
				404,
				{ success: false, ...REQUEST_ERRORS.notFound },
			]);
		}
		const files = await Promise.all(photoFileNames(hash).map((name) => t.store.find(name)));
		expect(files.map((file) => (file?.size ?? 0) > 0)).toEqual([true, true, true]);
	});
});

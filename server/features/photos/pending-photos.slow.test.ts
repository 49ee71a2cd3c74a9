import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PHOTO_ERRORS, UPLOAD_ERRORS } from '#contract/photos/errors.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { PHOTO_WIDTHS, photoUrlAt } from '#contract/photos/sizes.ts';
import { UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import { eq } from '#server/db/drizzle.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { photos as photoRows } from '#server/db/schema/photos.ts';
import { findItem } from '#server/features/items/queries.ts';
import { hashOfPhotoUrl } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { createUploadFolder } from '#tests/support/photo-files.ts';
import { jpeg, type TestImage } from '#tests/support/test-images.ts';
import { storePendingPhoto } from './commands.ts';
import { countPendingPhotos } from './queries.ts';

const t = await openApp();
const upload = await createUploadFolder();
const MEGABYTE = 1024 ** 2;
const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

const send = (who: Student | null, ...pictures: TestImage[]) =>
	t.as(who).form(
		'POST',
		'/item/photos',
		{},
		pictures.map((file) => ({ field: 'photo', ...file })),
	);

/** Uploads a pending photo of this width; different widths give different content. */
async function uploadPending(who: Student, width: number): Promise<Photo> {
	return (await send(who, await jpeg({ width, height: 300 }))).json().photo;
}

/** Inserts the rows of pending photos, without files. */
async function insertManyPending({ id: userId }: Student, count: number): Promise<void> {
	const hashes = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
	const photo = { width: 1600, height: 1200, thumbhash: 'AAAA' };
	await t.db.insert(photoRows).values(hashes.map((hash) => ({ hash, ...photo })));
	await t.db.insert(pendingPhotos).values(hashes.map((photoHash) => ({ userId, photoHash })));
}

const add = (who: Student, fields: Record<string, string>, pictures: TestImage[] = []) =>
	t.as(who).form(
		'POST',
		'/item/add-item',
		{ ...ITEM_FIELDS, ...fields },
		pictures.map((file) => ({ field: 'images', ...file })),
	);
const listOf = (...photos: Pick<Photo, 'url'>[]) => JSON.stringify(photos.map(({ url }) => url));
const hashOf = ({ url }: Photo) => hashOfPhotoUrl(url) ?? '';
const pendingPhotosOf = async (who: Student): Promise<Photo[]> =>
	(await t.as(who).get('/item/photos')).json().photos;

describe('upload of a photo before its item is posted', () => {
	test('the photo is stored at once, and opens in all sizes only at a signed address, which only its sender gets', async () => {
		const student = await t.student();

		const res = await send(student, await jpeg({ width: 800, height: 600 }));

		expect(res.statusCode).toBe(201);
		const { photo } = res.json();
		expect(photo).toMatchObject({ width: 800, height: 600, thumbhash: expect.any(String) });
		const statusOf = async (url: string, who: Student | null = null) => {
			const headers = who ? { authorization: `Bearer ${who.token}` } : {};
			return (await t.app.inject({ url, headers })).statusCode;
		};
		const other = await t.student();
		for (const width of PHOTO_WIDTHS) {
			const signed = photoUrlAt(photo.url, width);
			expect(await statusOf(signed)).toBe(200);
			for (const who of [null, other, student])
				expect(await statusOf(signed.replace(/\?.*/, ''), who)).toBe(404);
			expect(await statusOf(signed.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')))).toBe(404);
		}
		const newer = await uploadPending(student, 501);
		expect((await pendingPhotosOf(student)).map(hashOf)).toEqual([newer, photo].map(hashOf));
		expect(await pendingPhotosOf(other)).toEqual([]);
		expect((await t.as(null).get('/item/photos')).statusCode).toBe(401);
	});

	test('a file above 8 MB or of zeros is refused, and the error names the file', async () => {
		const student = await t.student();
		for (const [bytes, { code }] of [
			[Buffer.alloc(8 * MEGABYTE + 1), PHOTO_ERRORS.tooLarge(['pile.jpg'])],
			[Buffer.alloc(8 * MEGABYTE), PHOTO_ERRORS.unreadable(['pile.jpg'])],
		] as const) {
			const res = await send(student, { name: 'pile.jpg', bytes });

			expect(res.statusCode).toBe(400);
			expect(res.json()).toMatchObject({ code, message: expect.stringContaining('pile.jpg') });
		}
		expect(await pendingPhotosOf(student)).toEqual([]);
	});

	test('simultaneous uploads cannot exceed the limit of 150 unused photos', async () => {
		const student = await t.student();
		await insertManyPending(student, UPLOAD_LIMITS.maxPending - 1);
		const pictures = await Promise.all(
			[560, 561, 562, 563].map((width) => jpeg({ width, height: 300 })),
		);

		const responses = await Promise.all(pictures.map((picture) => send(student, picture)));

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 429, 429, 429]);
		expect(await countPendingPhotos(t.db, student.id)).toBe(UPLOAD_LIMITS.maxPending);
		const refused = await send(student, await jpeg());
		expect(refused.json()).toMatchObject(UPLOAD_ERRORS.tooMany);
	});

	test('when one more photo is allowed, the same file uploaded twice at the same time is accepted both times', async () => {
		const student = await t.student();
		await insertManyPending(student, UPLOAD_LIMITS.maxPending - 1);
		const picture = await jpeg({ width: 564, height: 300 });
		const file = { ...(await upload(picture)), size: picture.bytes.length };
		const store = () => storePendingPhoto({ db: t.db, store: t.store }, student.id, [file]);

		const photos = await Promise.all([store(), store()]);

		expect(photos[1]).toEqual(photos[0]);
		expect(await countPendingPhotos(t.db, student.id)).toBe(UPLOAD_LIMITS.maxPending);
	});
});

describe('new items with photos uploaded before', () => {
	test('the item has the pending photos and the files of the form in the requested order', async () => {
		const seller = await t.student();
		const [first, second] = [await uploadPending(seller, 510), await uploadPending(seller, 511)];
		const order = JSON.stringify(['up:1', 'new:0', 'up:0']);
		const sent = { uploaded: listOf(first, second), order };

		const res = await add(seller, sent, [await jpeg({ width: 512, height: 300 })]);

		expect(res.statusCode).toBe(201);
		const { photos } = res.json().item;
		expect(photos.map(({ width }: Photo) => width)).toEqual([511, 512, 510]);
		expect((await t.app.inject(photos[0].url)).statusCode).toBe(200);
		expect(await pendingPhotosOf(seller)).toEqual([]);
	});

	test('a photo of another user, unknown, on another site or over a day old, more than four, and ill-formed lists are refused, and the pending photos are kept', async () => {
		const seller = await t.student();
		const own = await uploadPending(seller, 531);

		for (const photo of [
			await uploadPending(await t.student(), 530),
			{ url: `/photos/${'0'.repeat(64)}-1600.webp` },
			{ url: 'https://example.org/cat.jpg' },
		]) {
			const res = await add(seller, { uploaded: listOf(own, photo) });

			expect(res.statusCode).toBe(400);
			expect(res.json()).toMatchObject({
				message: PHOTO_ERRORS.uploadNotYours.message,
				issues: [{ path: 'uploaded' }],
			});
		}
		const five = await add(seller, { uploaded: listOf(own, own, own) }, [
			await jpeg(),
			await jpeg(),
		]);
		expect(five.json()).toMatchObject({ code: PHOTO_ERRORS.addTooMany.code });
		for (const uploaded of ['not json', '{"a":1}', '[1]'])
			expect((await add(seller, { uploaded })).json()).toMatchObject({
				code: PHOTO_ERRORS.badUploadedList.code,
			});
		expect((await pendingPhotosOf(seller)).map(hashOf)).toEqual([hashOf(own)]);
		await t.db
			.update(pendingPhotos)
			.set({ createdAt: hoursFromNow(-24.1) })
			.where(eq(pendingPhotos.userId, seller.id));
		expect((await add(seller, { uploaded: listOf(own) })).json()).toMatchObject({
			code: PHOTO_ERRORS.uploadNotYours.code,
		});
	});
});

describe('edited items with photos uploaded before', () => {
	const edit = (who: Student, id: number, fields: Record<string, string>) =>
		t.as(who).form('PUT', `/item/update-item/${id}`, { ...ITEM_FIELDS, ...fields });

	test('the item has the pending and the kept photos in the requested order, even if the form is sent twice', async () => {
		const seller = await t.student();
		const { id, hashes } = await t.item(seller, { photoCount: 2 });
		const photo = await uploadPending(seller, 550);
		const fields = {
			keepExistingImages: listOf({ url: `/photos/${hashes[1]}-1600.webp` }),
			uploaded: listOf(photo),
			order: JSON.stringify(['up:0', 'keep:0']),
		};

		const responses = [await edit(seller, id, fields), await edit(seller, id, fields)];

		expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
		const storedHashes = (await findItem(t.db, id))?.photos.map(({ hash }) => hash);
		expect(storedHashes).toEqual([hashOf(photo), hashes[1]]);
	});
});

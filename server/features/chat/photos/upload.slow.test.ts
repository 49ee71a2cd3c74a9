import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { UploadedChatPhoto } from '#contract/chat/photos.ts';
import { PHOTO_WIDTHS, photoUrlAt } from '#contract/photos/sizes.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { chatPhotos } from '#server/db/schema/chat-photos.ts';
import { openApp } from '#tests/support/app.ts';
import { openChatPhotos, sendPhotos } from '#tests/support/chat-photos.ts';
import { openChatConnections } from '#tests/support/chat-rooms.ts';
import type { Student } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/test-images.ts';

const t = await openApp();
const { startChat } = await openChatConnections(t);
const { upload, insertPhotos } = openChatPhotos(t);
const MEGABYTE = 1024 ** 2;

const storedOf = (who: Student) =>
	t.db.select().from(chatPhotos).where(eq(chatPhotos.senderId, who.id));
const file = (name: string, bytes: Buffer) => ({ name, bytes });

describe('upload of chat photos', () => {
	test('the response to an upload of chat photos has the signed address and size of each photo, in the order of the files', async () => {
		const student = await t.student();

		const res = await upload(
			student,
			await jpeg({ width: 800, height: 600 }),
			await jpeg({ width: 300, height: 500 }),
		);

		expect(res.statusCode).toBe(201);
		const { photos } = res.json<{ photos: UploadedChatPhoto[] }>();
		expect(photos).toEqual([
			{
				id: expect.any(Number),
				url: expect.stringContaining('/chat-photos/'),
				width: 800,
				height: 600,
			},
			{
				id: expect.any(Number),
				url: expect.stringContaining('/chat-photos/'),
				width: 300,
				height: 500,
			},
		]);
		expect((await storedOf(student)).map(({ id }) => id)).toEqual(photos.map(({ id }) => id));
		for (const { url } of photos) {
			expect(url).toContain(`?user=${student.id}&`);
			expect((await t.app.inject(url)).statusCode).toBe(200);
			expect((await t.app.inject(url.replace(/\?.*/, ''))).statusCode).toBe(404);
		}
	});

	test('a chat photo that is a rotated JPEG with GPS data is stored as an upright WebP without metadata in all sizes', async () => {
		const picture = await jpeg({ width: 800, height: 600, orientation: 6, gps: true });

		const { photos } = (await upload(await t.student(), picture)).json();

		const [photo] = photos;
		expect(photo).toMatchObject({ width: 800, height: 600 });
		const res = await t.app.inject(photo.url);
		expect(res.headers).toMatchObject({
			'content-type': 'image/webp',
			'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
		});
		const stored = [];
		for (const target of PHOTO_WIDTHS) {
			const { rawPayload } = await t.app.inject(photoUrlAt(photo.url, target));
			const { format, width, height, exif, orientation } = await sharp(rawPayload).metadata();
			stored.push({ format, width, height, exif, orientation });
		}
		const upright = { format: 'webp', exif: undefined, orientation: undefined };
		expect(stored).toEqual([
			{ ...upright, width: 320, height: 240 },
			{ ...upright, width: 640, height: 480 },
			{ ...upright, width: 800, height: 600 },
		]);
	});

	test('a chat photo of 10 MB is accepted, and an error names a file that is one byte larger', async () => {
		const student = await t.student();
		const { bytes } = await jpeg({ width: 200, height: 200 });
		const padded = (size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);

		const largest = await upload(student, file('largest.jpg', padded(10 * MEGABYTE)));
		const larger = await upload(student, file('larger.jpg', padded(10 * MEGABYTE + 1)));

		expect(largest.statusCode).toBe(201);
		expect(larger.statusCode).toBe(400);
		expect(larger.json()).toMatchObject(CHAT_ERRORS.photoTooLarge(['larger.jpg']));
	});
});

describe('refused uploads of chat photos', () => {
	test.each([
		['without a file', () => [], CHAT_ERRORS.noPhotos],
		[
			'with five files',
			async () => Array.from({ length: 5 }, await picture()),
			CHAT_ERRORS.tooManyPhotos,
		],
		[
			'with a PDF named .jpg',
			async () => [(await picture())(), file('bill.jpg', Buffer.from('%PDF-1.7 no photo'))],
			{ code: 'photo/unreadable' },
		],
	])(
		'an upload of chat photos %s is refused with 400, and nothing is stored',
		async (_what, files, error) => {
			const student = await t.student();

			const res = await upload(student, ...(await files()));

			expect(res.statusCode).toBe(400);
			expect(res.json()).toMatchObject(error);
			expect(await storedOf(student)).toEqual([]);
		},
	);

	async function picture() {
		const photo = await jpeg({ width: 64, height: 64 });
		return () => photo;
	}
});

describe('daily limit of chat photos', () => {
	test('a user can upload 40 chat photos in 24 hours, and the next upload is refused with 429', async () => {
		const student = await t.student();
		await insertPhotos(student, CHAT_LIMITS.photosPerDay - 1);

		const fortieth = await upload(student, await jpeg());
		const next = await upload(student, await jpeg());

		expect(fortieth.statusCode).toBe(201);
		expect(next.statusCode).toBe(429);
		expect(next.json()).toMatchObject(CHAT_ERRORS.photosPerDay);
	});

	test('sent photos count towards the daily limit of chat photos as well as unsent photos', async () => {
		const { buyer, room, buying } = await startChat();
		const sent = await insertPhotos(buyer, 4);
		await sendPhotos(buying, room, sent);
		await insertPhotos(buyer, CHAT_LIMITS.photosPerDay - sent.length);

		const res = await upload(buyer, await jpeg());

		expect((await storedOf(buyer)).filter(({ messageId }) => messageId !== null)).toHaveLength(4);
		expect(res.statusCode).toBe(429);
		expect(res.json()).toMatchObject(CHAT_ERRORS.photosPerDay);
		expect(await storedOf(buyer)).toHaveLength(CHAT_LIMITS.photosPerDay);
	});

	test('an upload is refused as a whole when only some of its chat photos fit within the daily limit', async () => {
		const student = await t.student();
		await insertPhotos(student, CHAT_LIMITS.photosPerDay - 1);

		const res = await upload(student, await jpeg({ width: 90 }), await jpeg({ width: 91 }));

		expect(res.json()).toMatchObject(CHAT_ERRORS.photosPerDay);
		expect(await storedOf(student)).toHaveLength(CHAT_LIMITS.photosPerDay - 1);
	});

	test('simultaneous uploads of chat photos cannot exceed the daily limit', async () => {
		const student = await t.student();
		await insertPhotos(student, CHAT_LIMITS.photosPerDay - 2);
		const pictures = await Promise.all([70, 71, 72, 73].map((width) => jpeg({ width })));

		const answers = await Promise.all(pictures.map((one) => upload(student, one)));

		expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 429, 429]);
		expect(await storedOf(student)).toHaveLength(CHAT_LIMITS.photosPerDay);
	});

	test('a user who has reached the daily limit of chat photos can upload again after 24 hours', async () => {
		const student = await t.student();
		await insertPhotos(student, CHAT_LIMITS.photosPerDay);
		// The limit counts by the clock of the database.
		await t.db
			.update(chatPhotos)
			.set({ createdAt: sql`now() - interval '24 hours 1 second'` })
			.where(eq(chatPhotos.senderId, student.id));

		expect((await upload(student, await jpeg())).statusCode).toBe(201);
	});
});

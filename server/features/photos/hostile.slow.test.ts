import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { createUploadFolder } from '#tests/support/photo-files.ts';
import { heic, jpeg, type TestImage } from '#tests/support/test-images.ts';
import { preparePhotos } from './commands.ts';
import { decodeHeic } from './worker/heic.ts';

const upload = await createUploadFolder();
const BOUNDS = { width: 1600, height: 4800 };

/** A JPEG whose last scan is repeated: a few hundred kilobytes that take minutes to decode. */
async function endlessJpeg(): Promise<TestImage> {
	const big = { width: 4000, height: 4000, channels: 3 as const, background: 'teal' };
	const bytes = await sharp({ create: big }).jpeg({ progressive: true }).toBuffer();
	const lastScan = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
	const scans = Array.from({ length: 5000 }, () => lastScan);
	return {
		name: 'endless.jpg',
		bytes: Buffer.concat([bytes.subarray(0, -2), ...scans, bytes.subarray(-2)]),
	};
}

/** 49 megapixels of 16 bits and four channels in a small file: 392 MB if decoded as a whole. */
async function bomb(): Promise<TestImage> {
	const big = { width: 7000, height: 7000, channels: 4 as const, background: 'teal' };
	const bytes = await sharp({ create: big })
		.toColourspace('rgb16')
		.png({ compressionLevel: 1 })
		.toBuffer();
	return { name: 'bomb.png', bytes };
}

describe('hostile photo files', () => {
	test('two hostile files at the same time, of which one would take minutes to decode and is refused, neither stop another user’s photo nor block the event loop', async () => {
		const [first, second, good] = [
			await upload(await endlessJpeg()),
			await upload(await bomb()),
			await upload(await jpeg()),
		];
		const before = performance.eventLoopUtilization();

		const hostile = Promise.allSettled([
			preparePhotos([first], 'images'),
			preparePhotos([second], 'images'),
		]);
		const [photo] = await preparePhotos([good], 'images');
		const [endless] = await hostile;

		const refusal = { message: PHOTO_ERRORS.unreadable(['endless.jpg']).message };
		expect(endless).toMatchObject({ status: 'rejected', reason: refusal });
		const { utilization } = performance.eventLoopUtilization(before);
		expect(photo).toMatchObject({ width: 480, height: 360 });
		// Decoding in this process would fill its event loop.
		expect(utilization).toBeLessThan(0.5);
	});

	test('a HEIC with too many pixels is not decoded', async () => {
		const { path } = await upload(heic());

		const decoding = decodeHeic(path, 480 * 360 - 1, BOUNDS);

		await expect(decoding).rejects.toMatchObject({ reason: 'tooManyPixels' });
	});

	test('a HEIC whose image is larger than its header says is not decoded beyond the limit', async () => {
		const { name, bytes } = heic();
		const boxOffset = bytes.indexOf('ispe');
		bytes.writeUInt32BE(100, boxOffset + 8);
		bytes.writeUInt32BE(100, boxOffset + 12);
		const { path } = await upload({ name, bytes });

		const decoding = decodeHeic(path, 100 * 100, BOUNDS);

		await expect(decoding).rejects.toMatchObject({ reason: 'unreadable' });
	});
});

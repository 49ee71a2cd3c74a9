import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import {
	createTempFolder,
	createUploadFolder,
	metadataIn,
	quartersOf,
	sidesOf,
} from '#tests/support/photo-files.ts';
import * as pictures from '#tests/support/test-images.ts';
import { preparePhotos } from './commands.ts';
import type { PreparedPhoto } from './worker/process-photo.ts';

const upload = await createUploadFolder();
const outputFolder = await createTempFolder();

const UPRIGHT = {
	topLeft: 'topLeft',
	topRight: 'topRight',
	bottomLeft: 'bottomLeft',
	bottomRight: 'bottomRight',
} as const;

async function prepare(image: pictures.TestImage): Promise<PreparedPhoto> {
	const [prepared] = await preparePhotos([await upload(image)], 'images');
	if (!prepared) throw new Error('nothing was prepared');
	return prepared;
}

/** Writes one size of a photo to a file; returns its path. */
async function fileOf({ hash, sizes }: PreparedPhoto, index = 0): Promise<string> {
	const size = sizes[index];
	if (!size) throw new Error('there is no such size');
	const path = join(outputFolder, `${hash}-${size.width}.webp`);
	await writeFile(path, size.bytes);
	return path;
}

test('a file of every accepted type becomes an upright photo in the same colours, without metadata', async () => {
	const { jpeg, png, webp, avif, gif, heic } = pictures;
	expect(heic().bytes.includes('Exif')).toBe(true);
	for (const file of [await jpeg(), await png(), await webp(), await avif(), await gif(), heic()]) {
		const photo = await prepare(file);

		expect(photo, file.name).toMatchObject({ width: 480, height: 360 });
		expect(await quartersOf(await fileOf(photo)), file.name).toEqual(UPRIGHT);
		expect(await metadataIn(await fileOf(photo)), file.name).toEqual([]);
	}
});

describe('orientation and metadata of photos', () => {
	test('a photo is stored upright, whatever its EXIF orientation', async () => {
		const stored = await Promise.all(
			[1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation) => {
				const photo = await prepare(await pictures.jpeg({ orientation }));
				const { width, height } = photo;
				return { orientation, width, height, quarters: await quartersOf(await fileOf(photo)) };
			}),
		);

		expect(stored).toEqual(
			stored.map(({ orientation }) => ({
				orientation,
				width: 480,
				height: 360,
				quarters: UPRIGHT,
			})),
		);
	});

	test('a photo loses its location and all other metadata in all sizes', async () => {
		const original = await pictures.jpeg({ gps: true, orientation: 6 });
		expect(original.bytes.includes('Exif')).toBe(true);

		const photo = await prepare(original);

		for (const [index, { bytes }] of photo.sizes.entries()) {
			expect(await metadataIn(await fileOf(photo, index))).toEqual([]);
			expect(bytes.includes('EXIF') || bytes.includes('XMP') || bytes.includes('ICCP')).toBe(false);
		}
	});
});

describe('prepared photos', () => {
	test('a photo has three widths, each with the original proportions', async () => {
		const photo = await prepare(await pictures.jpeg({ width: 4032, height: 3024 }));

		expect(photo).toMatchObject({ width: 1600, height: 1200 });
		expect(photo.sizes.map(({ width }) => width)).toEqual([1600, 640, 320]);
		const sides = [0, 1, 2].map(async (index) => sidesOf(await fileOf(photo, index)));
		expect(await Promise.all(sides)).toEqual([
			[1600, 1200],
			[640, 480],
			[320, 240],
		]);
	});

	test('a photo is not enlarged above its own width', async () => {
		const photo = await prepare(await pictures.png({ width: 400, height: 300 }));

		expect(photo).toMatchObject({ width: 400, height: 300 });
		expect(photo.sizes[0]?.bytes.equals(photo.sizes[1]?.bytes ?? Buffer.of())).toBe(true);
		expect(await sidesOf(await fileOf(photo, 2))).toEqual([320, 240]);
	});

	test('a photo of 16 bits, of wide colours, with transparency, progressive or of inks keeps its colours', async () => {
		const { drawing } = pictures;
		for (const [image, tolerance] of [
			[drawing().toColourspace('rgb16').png(), 10],
			[drawing().withIccProfile('p3').png(), 10],
			[drawing().ensureAlpha(1).png(), 10],
			[drawing().jpeg({ progressive: true }), 10],
			// RGB cannot show all colours of the inks.
			[drawing().toColourspace('cmyk').jpeg(), 70],
		] as const) {
			const photo = await prepare({ name: 'odd', bytes: await image.toBuffer() });

			expect(await quartersOf(await fileOf(photo), tolerance)).toEqual(UPRIGHT);
		}
	});

	test('what is transparent in a photo becomes white', async () => {
		const background = { r: 0, g: 0, b: 0, alpha: 0 };
		const drawing = sharp({ create: { width: 40, height: 30, channels: 4, background } });

		const photo = await prepare({ name: 'drawing.png', bytes: await drawing.png().toBuffer() });

		const { channels, isOpaque } = await sharp(await fileOf(photo)).stats();
		expect(isOpaque).toBe(true);
		for (const { min } of channels) expect(min).toBeGreaterThan(250);
	});

	test('the same file gives the same hash, and another file gives another hash', async () => {
		const [first, second] = [
			await prepare(await pictures.jpeg()),
			await prepare(await pictures.jpeg()),
		];
		const other = await prepare(await pictures.jpeg({ colour: 'navy' }));

		expect(first.hash).toMatch(/^[0-9a-f]{64}$/);
		expect(second.hash).toBe(first.hash);
		expect(other.hash).not.toBe(first.hash);
	});
});

describe('refused photo files', () => {
	const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content, 'latin1') });
	const tiff = () =>
		sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
			.tiff()
			.toBuffer();

	test('what is no photo or incomplete is refused, and the error names the file', async () => {
		const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
		const heic = pictures.heic();
		for (const image of [
			text('logo.jpg', svg),
			{ name: 'scan.jpg', bytes: await tiff() },
			text('notes.png', 'Buy milk'),
			text('empty.jpg', ''),
			await pictures.damagedJpeg(),
			text('start.jpg', '\xff\xd8\xff\xe0'),
			{ ...heic, bytes: heic.bytes.subarray(0, -5) },
		]) {
			const file = await upload(image);

			await expect(preparePhotos([file], 'images'), file.name).rejects.toMatchObject({
				kind: 'invalid',
				message: PHOTO_ERRORS.unreadable([file.name]).message,
			});
		}
	});

	test('a photo of more than 50 megapixels is refused, and the error names the file', async () => {
		const heic = pictures.heic();
		for (const image of [
			await pictures.tooManyPixels(),
			{ ...heic, bytes: withSides(heic.bytes, 20_000, 20_000) },
		]) {
			const file = await upload(image);

			const refusal = PHOTO_ERRORS.tooManyPixels([file.name]);
			await expect(preparePhotos([file], 'picture')).rejects.toMatchObject({
				kind: 'invalid',
				...refusal,
				issues: [{ path: 'picture', ...refusal }],
			});
		}
	});
});

/** The same file with other dimensions in its `ispe` box. */
function withSides(bytes: Buffer, width: number, height: number): Buffer {
	const changed = Buffer.from(bytes);
	const boxOffset = changed.indexOf('ispe');
	changed.writeUInt32BE(width, boxOffset + 8);
	changed.writeUInt32BE(height, boxOffset + 12);
	return changed;
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { createTempFolder, createUploadFolder, metadataIn } from '#tests/support/photo-files.ts';
import { realPhotos } from '#tests/support/test-images.ts';
import { preparePhotos } from './commands.ts';

const upload = await createUploadFolder();
const outputFolder = await createTempFolder();
const photos = realPhotos();
/** A phone’s photo of 48 tiles. */
const heic = photos.find(({ name }) => /\.heic$/i.test(name));

async function prepare(name: string, bytes = photos.find((photo) => photo.name === name)?.bytes) {
	if (!bytes) throw new Error(`There is no photo ${name}.`);
	const [prepared] = await preparePhotos([await upload({ name, bytes })], 'images');
	if (!prepared) throw new Error('Nothing was prepared.');
	return prepared;
}

const unreadable = (name: string) => ({ message: PHOTO_ERRORS.unreadable([name]).message });

describe.runIf(photos.length > 0)('photos of real cameras and phones', () => {
	test.each(photos.filter(({ name }) => name !== 'corrupted.jpg'))(
		'the file $name becomes a photo without metadata',
		async ({ name }) => {
			const { hash, sizes } = await prepare(name);

			const path = join(outputFolder, `${hash}.webp`);
			await writeFile(path, sizes[0]?.bytes ?? '');
			expect(await metadataIn(path)).toEqual([]);
		},
	);

	test('a corrupted file is refused', async () => {
		await expect(prepare('corrupted.jpg')).rejects.toMatchObject(unreadable('corrupted.jpg'));
	});

	test.each([
		['landscape_3.jpg', 'landscape_6.jpg', 600, 450],
		['portrait_5.jpg', 'portrait_8.jpg', 450, 600],
	])(
		'the files %s and %s, the same view in two EXIF orientations, look the same',
		async (one, other, width, height) => {
			const [first, second] = [await prepare(one), await prepare(other)];

			expect(first).toMatchObject({ width, height, thumbhash: second.thumbhash });
			expect(second).toMatchObject({ width, height });
		},
	);
});

describe.runIf(heic)('a phone’s HEIC file', () => {
	const { name = '', bytes = Buffer.of() } = heic ?? {};

	test.each([0.05, 0.3, 0.999])('cut after the share %d of its bytes is refused', async (share) => {
		const cut = bytes.subarray(0, bytes.length * share);

		await expect(prepare(name, cut)).rejects.toMatchObject(unreadable(name));
	});

	test('whose last two thirds are zeros is refused', async () => {
		const zeroed = Buffer.from(bytes).fill(0, Math.floor(bytes.length * 0.3));

		await expect(prepare(name, zeroed)).rejects.toMatchObject(unreadable(name));
	});
});

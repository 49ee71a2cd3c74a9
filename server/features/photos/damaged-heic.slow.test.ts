import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { createUploadFolder } from '#tests/support/photo-files.ts';
import { heic } from '#tests/support/test-images.ts';
import { preparePhotos } from './commands.ts';

/** A phone's photo of 48 tiles; used if the file exists. */
const PHONE = join(import.meta.dirname, '../../../../shared/photos/iphone_13_pro_max.HEIC');

const upload = await createUploadFolder();

function prepare(bytes: Buffer) {
	return upload({ name: 'IMG_0042.HEIC', bytes }).then((file) => preparePhotos([file], 'images'));
}

function withZeros(bytes: Buffer, from: number): Buffer {
	return Buffer.concat([bytes.subarray(0, from), Buffer.alloc(bytes.length - from)]);
}

const REFUSED = { kind: 'invalid', message: PHOTO_ERRORS.unreadable(['IMG_0042.HEIC']).message };

// The generated file ends with metadata: zeros there would not damage the image.
describe.each([
	{ name: 'a generated HEIC file', bytes: heic().bytes, zeroed: [0.5, 0.6] },
	...(existsSync(PHONE)
		? [{ name: "a phone's HEIC file", bytes: readFileSync(PHONE), zeroed: [0.3, 0.999] }]
		: []),
])('$name', ({ bytes, zeroed }) => {
	test('the complete file becomes a photo', async () => {
		expect(await prepare(bytes)).toHaveLength(1);
	});

	test.each([0.05, 0.3, 0.999])(
		'the file cut after the share %d of its bytes is refused, and the error names the file',
		async (share) => {
			await expect(prepare(bytes.subarray(0, bytes.length * share))).rejects.toMatchObject(REFUSED);
		},
	);

	test.each(zeroed)(
		'the file with zeros after the share %d of its bytes is refused, and the error names the file',
		async (share) => {
			await expect(
				prepare(withZeros(bytes, Math.floor(bytes.length * share))),
			).rejects.toMatchObject(REFUSED);
		},
	);
});

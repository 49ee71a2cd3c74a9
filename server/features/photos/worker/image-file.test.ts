import { describe, expect, test } from 'vitest';
import { avif, gif, heic, jpeg, png, webp } from '#tests/support/test-images.ts';
import { detectImageType } from './image-file.ts';

describe('detection of photo file types', () => {
	test('the type of a file is detected by its first bytes', async () => {
		const files = { jpeg, png, webp, avif, gif, heic };
		for (const [kind, make] of Object.entries(files))
			expect(detectImageType((await make()).bytes.subarray(0, 64))).toBe(kind);
	});

	test('drawings, pages, documents, other pictures, videos, sounds and half a signature are not accepted as photos', () => {
		for (const text of [
			'<svg xmlns="http://www.w3.org/2000/svg"/>',
			'<!doctype html><img src=x>',
			'%PDF-1.7\n',
			'II*\0\x08\0\0\0',
			'BM6\0\0\0',
			'\0\0\0\x18ftypmp42\0\0\0\0mp42isom',
			'RIFF\x24\0\0\0WAVEfmt ',
			'',
			'\xff\xd8',
		])
			expect(detectImageType(Buffer.from(text, 'latin1')), text).toBeUndefined();
	});

	test('when the major brand of a HEIF file is a general one, the compatible brands decide the type', () => {
		const box = (...brands: string[]) =>
			Buffer.from(
				`\0\0\0${String.fromCharCode(8 + brands.length * 4)}ftyp${brands.join('')}`,
				'latin1',
			);

		expect(detectImageType(box('mif1', '\0\0\0\0', 'mif1', 'avif'))).toBe('avif');
		expect(detectImageType(box('mif1', '\0\0\0\0', 'mif1', 'heic'))).toBe('heic');
		expect(detectImageType(box('mif1', 'heic', 'mif1', 'miaf'))).toBeUndefined();
	});
});

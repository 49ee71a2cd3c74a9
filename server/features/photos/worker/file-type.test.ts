import { describe, expect, test } from 'vitest';
import { avif, gif, heic, jpeg, png, webp } from '#tests/support/test-images.ts';
import { detectImageType } from './file-type.ts';

describe('detection of photo file types', () => {
	test.each([
		['jpeg', jpeg],
		['png', png],
		['webp', webp],
		['avif', avif],
		['gif', gif],
		['heic', async () => heic()],
	])('a file of type %s is detected by its first bytes', async (kind, make) => {
		expect(detectImageType((await make()).bytes.subarray(0, 64))).toBe(kind);
	});

	test.each([
		['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
		['an HTML page', '<!doctype html><img src=x>'],
		['a PDF', '%PDF-1.7\n'],
		['a TIFF', 'II*\0\x08\0\0\0'],
		['a Windows bitmap', 'BM6\0\0\0'],
		['a video', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
		['a sound', 'RIFF\x24\0\0\0WAVEfmt '],
		['an empty file', ''],
		['half a signature', '\xff\xd8'],
	])('%s is not accepted as a photo', (_, text) => {
		expect(detectImageType(Buffer.from(text, 'latin1'))).toBeUndefined();
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

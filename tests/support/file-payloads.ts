import type { TestImage } from './test-images.ts';

/** The pictures in the form that Playwright's `setInputFiles` takes. */
export function toFilePayloads(pictures: readonly TestImage[]) {
	return pictures.map(({ name, bytes }) => {
		const mimeType = /\.heic$/i.test(name) ? 'image/heic' : 'image/jpeg';
		return { name, mimeType, buffer: bytes };
	});
}

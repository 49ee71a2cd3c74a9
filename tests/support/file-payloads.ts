import { jpeg, realPhotos, type TestImage } from './test-images.ts';

/** The pictures in the form that Playwright's `setInputFiles` takes. */
export function toFilePayloads(pictures: readonly TestImage[]) {
	return pictures.map(({ name, bytes }) => {
		const mimeType = /\.heic$/i.test(name) ? 'image/heic' : 'image/jpeg';
		return { name, mimeType, buffer: bytes };
	});
}

/** Three photos that were taken with a phone or a camera, if they are available; otherwise three drawings. */
export async function threePhotos(): Promise<TestImage[]> {
	const names = ['jolla.jpg', 'DSCN0010.jpg', 'landscape_6.jpg'];
	const real = realPhotos().filter(({ name }) => names.includes(name));
	if (real.length === names.length) return real;
	return Promise.all(
		names.map((name, index) => jpeg({ name, width: 1200 + index * 100, height: 900 })),
	);
}

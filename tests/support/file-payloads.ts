import { jpeg, realPhotos, type TestImage } from './test-images.ts';

/** Files as a browser's file chooser takes them. */
export function toFilePayloads(pictures: readonly TestImage[]) {
	return pictures.map(({ name, bytes }) => {
		const mimeType = /\.heic$/i.test(name) ? 'image/heic' : 'image/jpeg';
		return { name, mimeType, buffer: bytes };
	});
}

/** Three photos of a phone: real ones when they are available, drawn ones otherwise. */
export async function threePhotos(): Promise<TestImage[]> {
	const names = ['jolla.jpg', 'DSCN0010.jpg', 'landscape_6.jpg'];
	const real = realPhotos().filter(({ name }) => names.includes(name));
	if (real.length === names.length) return real;
	return Promise.all(
		names.map((name, index) => jpeg({ name, width: 1200 + index * 100, height: 900 })),
	);
}

import { jpeg, realPhotos, type TestPicture } from './pictures.ts';

/** Files as a browser's file chooser takes them. */
export function picked(pictures: readonly TestPicture[]) {
	return pictures.map(({ name, bytes }) => {
		const mimeType = /\.heic$/i.test(name) ? 'image/heic' : 'image/jpeg';
		return { name, mimeType, buffer: bytes };
	});
}

/** Three photos of a phone: real ones when they are available, drawn ones otherwise. */
export async function threePhotos(): Promise<TestPicture[]> {
	const names = ['jolla.jpg', 'DSCN0010.jpg', 'landscape_6.jpg'];
	const real = realPhotos().filter(({ name }) => names.includes(name));
	if (real.length === names.length) return real;
	return Promise.all(
		names.map((name, index) => jpeg({ name, width: 1200 + index * 100, height: 900 })),
	);
}

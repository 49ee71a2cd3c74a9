import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import type { HeicResult, HeicTask } from './heic.ts';
import { ImageError } from './image-error.ts';
import { decodePrimaryImage, openLibheif } from './libheif.ts';
import { encodeUncompressedPng } from './uncompressed-png.ts';

// Runs as a worker thread (see heic.ts).
const { path, maxPixels, bounds } = workerData as HeicTask;
const result = await decode();
parentPort?.postMessage(result, 'png' in result ? [result.png.buffer] : []);

async function decode(): Promise<HeicResult> {
	const file = await readFile(path);
	const libheif = await openLibheif(maxPixels);
	try {
		const image = decodePrimaryImage(libheif, file, maxPixels);
		const { width, height, channels, profile } = image;
		// Resize here, before the colour conversion and before the pixels are copied to the other thread.
		const { data, info } = await sharp(image.pixels, { raw: { width, height, channels } })
			.resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
			.raw()
			.toBuffer({ resolveWithObject: true });
		const resized = { width: info.width, height: info.height, channels, pixels: data, profile };
		return { png: encodeUncompressedPng(resized) };
	} catch (error) {
		return { reason: error instanceof ImageError ? error.reason : 'unreadable' };
	}
}

import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import type { HeicAnswer, HeicTask } from './heic.ts';
import { PictureFault } from './image-error.ts';
import { decodeStill, openLibheif } from './libheif.ts';
import { uncompressedPng } from './uncompressed-png.ts';

// Runs as a worker thread (see heic.ts).
const { path, maxPixels, bounds } = workerData as HeicTask;
const answer = await decode();
parentPort?.postMessage(answer, 'png' in answer ? [answer.png.buffer] : []);

async function decode(): Promise<HeicAnswer> {
	const file = await readFile(path);
	const libheif = await openLibheif(maxPixels);
	try {
		const still = decodeStill(libheif, file, maxPixels);
		const { width, height, channels, profile } = still;
		// Made small here, before the colours are converted and before it is copied to the other thread.
		const { data, info } = await sharp(still.pixels, { raw: { width, height, channels } })
			.resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
			.raw()
			.toBuffer({ resolveWithObject: true });
		const small = { width: info.width, height: info.height, channels, pixels: data, profile };
		return { png: uncompressedPng(small) };
	} catch (error) {
		return { fault: error instanceof PictureFault ? error.reason : 'unreadable' };
	}
}

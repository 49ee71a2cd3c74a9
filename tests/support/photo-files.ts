import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { QUARTERS, type TestPicture } from './pictures.ts';
import { whenDone } from './when-done.ts';

/** A folder for one test file, deleted when the file ends. */
export async function openFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'passdown-test-'));
	whenDone(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** Pictures as uploads: on disk under random names. */
export async function openUploads() {
	const folder = await openFolder();
	let count = 0;
	return async ({ name, bytes }: TestPicture): Promise<{ name: string; path: string }> => {
		const path = join(folder, String(count++));
		await writeFile(path, bytes);
		return { name, path };
	};
}

export type Quarter = keyof typeof QUARTERS;

/**
 * The drawing's colour in each quarter of a processed photo; undefined for any other colour.
 * @param near how far a channel may differ: lossy compression changes it by a few steps, a missed colour profile by
 * more
 */
export async function quartersOf(
	path: string,
	near = 10,
): Promise<Record<Quarter, Quarter | undefined>> {
	const { data, info } = await sharp(path)
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const at = (x: number, y: number) => {
		const pixel = Math.floor(y * info.height) * info.width + Math.floor(x * info.width);
		return nameOf([...data.subarray(pixel * info.channels, pixel * info.channels + 3)], near);
	};
	return {
		topLeft: at(0.25, 0.25),
		topRight: at(0.75, 0.25),
		bottomLeft: at(0.25, 0.75),
		bottomRight: at(0.75, 0.75),
	};
}

/** Pixels of a processed photo. */
export async function sidesOf(path: string): Promise<[width: number, height: number]> {
	const { width, height } = await sharp(path).metadata();
	return [width, height];
}

const BESIDE = ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'comments', 'gainMap'];

/** The kinds of metadata found in a file. */
export async function metadataIn(path: string): Promise<string[]> {
	return Object.keys(await sharp(path).metadata()).filter((key) => BESIDE.includes(key));
}

function nameOf(colour: number[], near: number): Quarter | undefined {
	const names = Object.keys(QUARTERS) as Quarter[];
	return names.find((name) =>
		QUARTERS[name].every((value, channel) => Math.abs(value - (colour[channel] ?? -1)) <= near),
	);
}

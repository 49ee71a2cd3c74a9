import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { onCleanup } from './on-cleanup.ts';
import { QUARTERS, type TestImage } from './test-images.ts';

/** Creates a folder, which is deleted after the test or the test file. */
export async function createTempFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'passdown-test-'));
	onCleanup(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** Creates a folder for uploads. @returns a function that writes a picture into it, under a number as its name */
export async function createUploadFolder() {
	const folder = await createTempFolder();
	let count = 0;
	return async ({ name, bytes }: TestImage): Promise<{ name: string; path: string }> => {
		const path = join(folder, String(count++));
		await writeFile(path, bytes);
		return { name, path };
	};
}

type QuarterName = keyof typeof QUARTERS;

/**
 * Which quarter of the test picture (`QUARTERS`) each quarter of a processed photo shows, by its colour. Undefined for a
 * colour that no quarter of the test picture has.
 * @param tolerance how far a channel may differ: lossy compression changes it by a few steps, a missed colour profile by
 * more
 */
export async function quartersOf(
	path: string,
	tolerance = 10,
): Promise<Record<QuarterName, QuarterName | undefined>> {
	const { data, info } = await sharp(path)
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const at = (x: number, y: number) => {
		const pixel = Math.floor(y * info.height) * info.width + Math.floor(x * info.width);
		return closestQuarter(
			[...data.subarray(pixel * info.channels, pixel * info.channels + 3)],
			tolerance,
		);
	};
	return {
		topLeft: at(0.25, 0.25),
		topRight: at(0.75, 0.25),
		bottomLeft: at(0.25, 0.75),
		bottomRight: at(0.75, 0.75),
	};
}

/** Width and height of a processed photo, in pixels. */
export async function sidesOf(path: string): Promise<[width: number, height: number]> {
	const { width, height } = await sharp(path).metadata();
	return [width, height];
}

const METADATA_KINDS = ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'comments', 'gainMap'];

/** The kinds of metadata found in a file. */
export async function metadataIn(path: string): Promise<string[]> {
	return Object.keys(await sharp(path).metadata()).filter((key) => METADATA_KINDS.includes(key));
}

function closestQuarter(colour: number[], tolerance: number): QuarterName | undefined {
	const names = Object.keys(QUARTERS) as QuarterName[];
	return names.find((name) =>
		QUARTERS[name].every(
			(value, channel) => Math.abs(value - (colour[channel] ?? -1)) <= tolerance,
		),
	);
}

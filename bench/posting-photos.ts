import { randomFillSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

interface Sides {
	width: number;
	height: number;
}

/** Pixels a side of what is stretched to soft shapes, and of what is repeated as grain. */
const SHAPES = 24;
const GRAIN = 512;
/** How far grain is from grey. */
const CONTRAST = 0.3;

/**
 * Draws photos that cost what those of a phone do: soft shapes with grain, some megabytes each.
 * @returns their paths in the folder
 */
export async function drawPhotos(folder: string, count: number, sides: Sides): Promise<string[]> {
	const paths: string[] = [];
	for (let number = 0; number < count; number++) {
		const path = join(folder, `photo-${number}.jpg`);
		await writeFile(path, await drawPhoto(sides));
		paths.push(path);
	}
	return paths;
}

/** One such photo, as a JPEG. */
export async function drawPhoto({ width, height }: Sides): Promise<Buffer> {
	const grain = noise(GRAIN).linear(CONTRAST, 128 * (1 - CONTRAST));
	const tile = await grain.png({ compressionLevel: 0 }).toBuffer();
	const shapes = noise(SHAPES).resize(width, height, { fit: 'fill', kernel: 'cubic' });
	const drawn = await shapes.raw().toBuffer({ resolveWithObject: true });
	return sharp(drawn.data, { raw: drawn.info })
		.composite([{ input: tile, tile: true, blend: 'soft-light' }])
		.jpeg({ quality: 90 })
		.toBuffer();
}

function noise(side: number): Sharp {
	const pixels = randomFillSync(Buffer.alloc(side * side * 3));
	return sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
}

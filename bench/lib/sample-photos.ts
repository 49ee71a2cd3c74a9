import { randomFillSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

export interface PhotoSize {
	width: number;
	height: number;
}

/** The size of a twelve-megapixel photo. */
export const PHONE_PHOTO: PhotoSize = { width: 4032, height: 3024 };
/** Pixels per side of the noise that is enlarged to soft shapes. */
const SHAPE_NOISE_SIZE = 24;
/** Pixels per side of the noise that is repeated as grain. */
const GRAIN_NOISE_SIZE = 512;
const GRAIN_CONTRAST = 0.3;

/**
 * Creates photos that cost as much processing as those of a phone: soft shapes with grain, some megabytes each.
 * @returns their paths in the folder
 */
export async function createPhotos(
	folder: string,
	count: number,
	size: PhotoSize,
): Promise<string[]> {
	const paths: string[] = [];
	for (let number = 0; number < count; number++) {
		const path = join(folder, `photo-${number}.jpg`);
		await writeFile(path, await createPhoto(size));
		paths.push(path);
	}
	return paths;
}

/** Creates a photo of soft shapes with grain, as a JPEG. */
export async function createPhoto({ width, height }: PhotoSize): Promise<Buffer<ArrayBuffer>> {
	const grain = createNoise(GRAIN_NOISE_SIZE).linear(GRAIN_CONTRAST, 128 * (1 - GRAIN_CONTRAST));
	const tile = await grain.png({ compressionLevel: 0 }).toBuffer();
	const shapes = createNoise(SHAPE_NOISE_SIZE).resize(width, height, {
		fit: 'fill',
		kernel: 'cubic',
	});
	const image = await shapes.raw().toBuffer({ resolveWithObject: true });
	const photo = await sharp(image.data, { raw: image.info })
		.composite([{ input: tile, tile: true, blend: 'soft-light' }])
		.jpeg({ quality: 90 })
		.toBuffer();
	return Buffer.from(photo);
}

function createNoise(size: number): Sharp {
	const pixels = randomFillSync(Buffer.alloc(size * size * 3));
	return sharp(pixels, { raw: { width: size, height: size, channels: 3 } });
}

import { randomFillSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A picture as a user would pick it. */
export interface TestImage {
	name: string;
	bytes: Buffer;
}

interface Drawing {
	width?: number;
	height?: number;
	/** One colour instead of the four of `QUARTERS`. */
	colour?: string;
}

interface PhotoDrawing extends Drawing {
	/** EXIF orientation; the picture is stored rotated, so that it is upright for readers that apply it. */
	orientation?: number;
	/** GPS position, as cameras write it; here always the middle of a lake. */
	gps?: boolean;
	name?: string;
}

type Colour = readonly [red: number, green: number, blue: number];

/** The colour of each quarter of an upright drawing. */
export const QUARTERS = {
	topLeft: [220, 30, 30],
	topRight: [30, 160, 60],
	bottomLeft: [30, 60, 200],
	bottomRight: [240, 210, 40],
} as const satisfies Record<string, Colour>;

/** GPS position of the middle of a lake. */
export const LAKE = {
	GPSLatitudeRef: 'N',
	GPSLatitude: '26/1 30/1 0/1',
	GPSLongitudeRef: 'E',
	GPSLongitude: '80/1 14/1 0/1',
};

/** How to undo each EXIF orientation: a clockwise rotation after a mirroring (EXIF 2.3, tag 274). */
const ORIENTATION_INVERSES: Record<number, { turn: number; mirror: boolean }> = {
	1: { turn: 0, mirror: false },
	2: { turn: 0, mirror: true },
	3: { turn: 180, mirror: false },
	4: { turn: 180, mirror: true },
	5: { turn: 270, mirror: true },
	6: { turn: 270, mirror: false },
	7: { turn: 90, mirror: true },
	8: { turn: 90, mirror: false },
};

/** An upright drawing of four colours, or of one. */
export function drawing({ width = 480, height = 360, colour }: Drawing = {}): Sharp {
	if (colour) return sharp({ create: { width, height, channels: 3, background: colour } });
	const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
	const quarter = ([r, g, b]: Colour, left: number, top: number) => ({
		input: { create: { ...half, channels: 3 as const, background: { r, g, b } } },
		left,
		top,
	});
	const right = width - half.width;
	const bottom = height - half.height;
	return sharp({ create: { width, height, channels: 3, background: 'white' } }).composite([
		quarter(QUARTERS.topLeft, 0, 0),
		quarter(QUARTERS.topRight, right, 0),
		quarter(QUARTERS.bottomLeft, 0, bottom),
		quarter(QUARTERS.bottomRight, right, bottom),
	]);
}

export async function jpeg(options: PhotoDrawing = {}): Promise<TestImage> {
	const { orientation = 1, gps = false, name = 'IMG_20260114.jpg' } = options;
	const { turn, mirror } = ORIENTATION_INVERSES[orientation] ?? { turn: 0, mirror: false };
	const { data, info } = await drawing(options).raw().toBuffer({ resolveWithObject: true });
	const mirrored = await sharp(data, { raw: info }).flop(mirror).png().toBuffer();
	const stored = sharp(await sharp(mirrored).rotate(turn).png().toBuffer());
	if (gps) stored.withExif({ IFD0: { Model: 'Test Phone 5' }, IFD3: LAKE });
	const bytes = await stored
		.withMetadata({ orientation })
		.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
		.toBuffer();
	return { name, bytes };
}

export async function png(options: Drawing = {}): Promise<TestImage> {
	return { name: 'screenshot.png', bytes: await drawing(options).png().toBuffer() };
}

export async function webp(options: Drawing = {}): Promise<TestImage> {
	return { name: 'from-the-web.webp', bytes: await drawing(options).webp().toBuffer() };
}

export async function avif(options: Drawing = {}): Promise<TestImage> {
	return { name: 'pixel.avif', bytes: await drawing(options).avif({ quality: 90 }).toBuffer() };
}

/** Two frames: the drawing, then black. */
export async function gif(options: Drawing = {}): Promise<TestImage> {
	const first = await drawing(options).png().toBuffer();
	const second = await drawing({ ...options, colour: 'black' })
		.png()
		.toBuffer();
	const bytes = await sharp([first, second], { join: { animated: true } })
		.gif({ delay: [100, 100] })
		.toBuffer();
	return { name: 'funny.gif', bytes };
}

/**
 * A drawing in the format of an iPhone photo: in the colour space Display P3, stored rotated, with a GPS position. The
 * rotation is stated both in a HEIF box and in EXIF. Created once with libheif's heif-enc, as the product contains no encoder.
 */
export function heic(): TestImage {
	const path = join(import.meta.dirname, 'pictures', 'drawn.heic');
	return { name: 'IMG_0042.HEIC', bytes: readFileSync(path) };
}

/** A photo whose second half is missing. */
export async function damagedJpeg(): Promise<TestImage> {
	const { bytes } = await jpeg({ width: 1200, height: 900 });
	return { name: 'cut-off.jpg', bytes: bytes.subarray(0, bytes.length / 2) };
}

/**
 * 56 black megapixels in a few kilobytes: a valid PNG with one bit per pixel, written by hand because drawing it takes
 * seconds.
 */
export function tooManyPixels(): TestImage {
	const [width, height] = [8000, 7000];
	const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	const pixels = deflateSync(Buffer.alloc((1 + width / 8) * height));
	const bytes = Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		pngChunk('IHDR', header),
		pngChunk('IDAT', pixels),
		pngChunk('IEND', Buffer.alloc(0)),
	]);
	return { name: 'poster.png', bytes };
}

function pngChunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type), data]);
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, check]);
}

/**
 * A valid photo of noise of at least `size` bytes, and not many more: it is padded after its end, and readers ignore the
 * padding.
 */
export async function noiseJpegOfAtLeast(
	size: number,
	{ width = 640, height = 480, quality = 90, name = 'noise.jpg' } = {},
): Promise<TestImage> {
	const pixels = randomFillSync(Buffer.alloc(width * height * 3));
	const photo = await sharp(pixels, { raw: { width, height, channels: 3 } })
		.jpeg({ quality })
		.toBuffer();
	const padding = Buffer.alloc(Math.max(0, size - photo.length));
	return { name, bytes: Buffer.concat([photo, padding]) };
}

/** A photo of noise of at least `size` bytes, with the 12 megapixels of a phone. */
export const phonePhotoOfAtLeast = (size: number): Promise<TestImage> =>
	noiseJpegOfAtLeast(size, { width: 4000, height: 3000, quality: 55, name: 'IMG_20261120.jpg' });

/** Photos taken with real cameras and phones, from a folder beside the repository; empty if it does not exist. */
export function realPhotos(): TestImage[] {
	const folder = join(import.meta.dirname, '../../../shared/photos');
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((name) => /\.(jpe?g|heic)$/i.test(name))
		.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { LARGEST_WIDTH, PHOTO_WIDTHS, type PhotoWidth } from '#contract/photos/sizes.ts';
import { decodeHeic } from './heic.ts';
import { ImageError, type ImageErrorReason, type ImageType } from './image-file.ts';

/** Pixels in memory: 8 bits per channel, sRGB, upright, without metadata. */
interface DecodedImage {
	pixels: Buffer;
	width: number;
	height: number;
	/** 3, because colours are converted to sRGB and transparency to white. The type is that of sharp. */
	channels: 1 | 2 | 3 | 4;
}

/** How long one photo may occupy a thread; the slowest valid photo needs about two seconds on a small machine. */
const TIMEOUT_SECONDS = 20;
/** CPU seconds of this process that suffice for every valid photo. */
const MAX_CPU_SECONDS = 12;

// Allow only the loaders of accepted types: libvips could also open SVG, PDF, TIFF and more, and each would be an
// attack surface for files with a false type.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: [
		'VipsForeignLoadJpegFile',
		'VipsForeignLoadPngFile',
		'VipsForeignLoadPngBuffer',
		'VipsForeignLoadWebpFile',
		'VipsForeignLoadNsgifFile',
		'VipsForeignLoadHeifFile',
	],
});
// One thread per image: the server process (pool.ts) decides how many images are prepared at once.
sharp.concurrency(1);
// An upload is decoded only once, and a cache by path could return the pixels of another upload.
sharp.cache(false);

interface SizeBounds {
	width: number;
	height: number;
}

/**
 * Decodes the first frame of a file, upright, reduced to fit `bounds` (pixels) but never enlarged. sharp cannot decode
 * HEIC: libheif turns it into a PNG first.
 * @throws ImageError when the file is damaged or too large, or takes too long
 */
async function decodeImage(
	path: string,
	type: ImageType,
	bounds: SizeBounds,
): Promise<DecodedImage> {
	try {
		await requirePixelLimit(path);
		const source = type === 'heic' ? await decodeHeic(path, PHOTO_LIMITS.maxPixels, bounds) : path;
		return await decodeWithSharp(source, bounds);
	} catch (error) {
		throw error instanceof ImageError ? error : new ImageError('unreadable', error);
	}
}

/** Reads only the header, to distinguish a file with too many pixels from a damaged file. */
async function requirePixelLimit(path: string): Promise<void> {
	const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
	if (width * height > PHOTO_LIMITS.maxPixels) throw new ImageError('tooManyPixels');
}

async function decodeWithSharp(source: string | Buffer, bounds: SizeBounds): Promise<DecodedImage> {
	const startCpu = process.cpuUsage();
	const startMs = performance.now();
	const { data, info } = await sharp(source, {
		// Extra bytes are tolerated, as in browsers; missing bytes are not.
		failOn: 'error',
		limitInputPixels: PHOTO_LIMITS.maxPixels,
		sequentialRead: true,
	})
		.timeout({ seconds: TIMEOUT_SECONDS })
		.autoOrient()
		.resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
		// A drawing with a transparent ground would be invisible on a page of the same colour.
		.flatten({ background: '#fff' })
		.toColourspace('srgb')
		.raw({ depth: 'uchar' })
		.toBuffer({ resolveWithObject: true })
		.catch((error: unknown) => {
			// The error that sharp throws on a timeout has no code.
			const hasTimedOut = performance.now() - startMs >= TIMEOUT_SECONDS * 1000;
			throw hasTimedOut ? new ImageError(timeoutReason(startCpu), error) : error;
		});
	return { pixels: data, width: info.width, height: info.height, channels: info.channels };
}

/**
 * The reason of a timeout. A malicious file uses the CPU all the time; a valid file on an overloaded machine gets
 * little CPU time.
 * @param start `process.cpuUsage()` when decoding began
 */
function timeoutReason(start: NodeJS.CpuUsage): ImageErrorReason {
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1e6 >= MAX_CPU_SECONDS ? 'unreadable' : 'busy';
}

interface PhotoSize {
	width: PhotoWidth;
	bytes: Buffer;
}

/** A photo ready to be stored; its name is the hash of its content. */
export interface PreparedPhoto {
	/** SHA-256 of the largest size's bytes, in hex. */
	hash: string;
	/** Pixels of the largest size. */
	width: number;
	height: number;
	/** ThumbHash in base64. */
	thumbhash: string;
	sizes: PhotoSize[];
}

const LARGEST_FIRST = [...PHOTO_WIDTHS].sort((a, b) => b - a);

/**
 * Measured on phone photos at 1600 px: quality 80 gives 110 to 210 KB at 37 dB. Quality 85 makes files a quarter larger
 * for 1.3 dB, which is invisible in a listing. Effort 4 takes 95 to 175 ms. Effort 2 takes half the time, but gives 5
 * to 8 % more bytes at the same quality. Effort 6 takes twice the time for 2 to 4 % fewer bytes.
 */
const WEBP_OPTIONS = { quality: 80, effort: 4 };

/** ThumbHash accepts at most 100 pixels per side. */
const THUMB_SIDE = 100;

/**
 * Converts a file to a photo in all sizes. Returns an ImageError, instead of throwing it, when the file is the cause.
 * @throws Error for other failures
 */
export async function processPhoto(
	path: string,
	type: ImageType,
): Promise<PreparedPhoto | ImageError> {
	try {
		return await encodeSizes(await decodeImage(path, type, boundsOf(LARGEST_WIDTH)));
	} catch (error) {
		if (error instanceof ImageError) return error;
		throw error;
	}
}

/**
 * The bounds for a photo of this width. The height is at most three times the width, more than any screen shows and
 * within WebP's limit of 16,383.
 */
function boundsOf(width: PhotoWidth): { width: number; height: number } {
	return { width, height: width * 3 };
}

/**
 * Encodes all sizes of a decoded image, each from the next larger one. A small image keeps its own size in all of them.
 */
async function encodeSizes(largest: DecodedImage): Promise<PreparedPhoto> {
	const sizes: PhotoSize[] = [];
	let image = largest;
	let bytes = await encode(image);
	const hash = createHash('sha256').update(bytes).digest('hex');
	for (const width of LARGEST_FIRST) {
		const smaller = await resizeToFit(image, boundsOf(width));
		if (smaller !== image) bytes = await encode(smaller);
		sizes.push({ width, bytes });
		image = smaller;
	}
	const thumbhash = await thumbhashOf(image);
	return { hash, width: largest.width, height: largest.height, thumbhash, sizes };
}

/** Returns the same object if it fits already. */
async function resizeToFit(
	image: DecodedImage,
	bounds: { width: number; height: number },
): Promise<DecodedImage> {
	if (image.width <= bounds.width && image.height <= bounds.height) return image;
	return readPixels(toSharp(image).resize({ ...bounds, fit: 'inside' }));
}

function encode(image: DecodedImage): Promise<Buffer> {
	return toSharp(image).webp(WEBP_OPTIONS).toBuffer();
}

async function thumbhashOf(image: DecodedImage): Promise<string> {
	const bounds = { width: THUMB_SIDE, height: THUMB_SIDE };
	const { pixels, width, height } = await readPixels(
		toSharp(image)
			.resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
			.ensureAlpha(),
	);
	return Buffer.from(rgbaToThumbHash(width, height, pixels)).toString('base64');
}

function toSharp({ pixels, width, height, channels }: DecodedImage): Sharp {
	return sharp(pixels, { raw: { width, height, channels } });
}

async function readPixels(pipeline: Sharp): Promise<DecodedImage> {
	const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
	return { pixels: data, width: info.width, height: info.height, channels: info.channels };
}

import sharp from 'sharp';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { timeoutReason } from './decoding-time.ts';
import { detectFileType, type ImageType } from './file-type.ts';
import { decodeHeic } from './heic.ts';
import { ImageError } from './image-error.ts';

/** Pixels in memory: 8 bits per channel, sRGB, upright, without metadata. */
export interface DecodedImage {
	pixels: Buffer;
	width: number;
	height: number;
	/** 3, because colours are converted to sRGB and transparency to white. The type is that of sharp. */
	channels: 1 | 2 | 3 | 4;
}

/** How long one photo may occupy a thread; the slowest valid photo needs about two seconds on a small machine. */
const TIMEOUT_SECONDS = 20;

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
// One thread per image: `preparationLimit` of the server process (../commands.ts) decides how many images are prepared
// at once.
sharp.concurrency(1);
// An upload is decoded only once, and a cache by path could return the pixels of another upload.
sharp.cache(false);

/** AVIF and HEIC are decoded as a whole, at up to 18 bytes per pixel; other types row by row. */
const FULLY_DECODED_TYPES: ImageType[] = ['avif', 'heic'];
/** More pixels than phones use by default. Such images are decoded one at a time, because two would need 1.8 GB. */
const LARGE_PIXELS = 16_000_000;
const largeImageLimit = createConcurrencyLimit({
	maxRunning: 1,
	waiting: Number.POSITIVE_INFINITY,
});

interface SizeBounds {
	width: number;
	height: number;
}

/**
 * Decodes the first frame of a file, upright, reduced to fit `bounds` (pixels) but never enlarged.
 * @throws ImageError when the file has no accepted type, is damaged or too large, or takes too long
 */
export async function decodeImage(path: string, bounds: SizeBounds): Promise<DecodedImage> {
	const kind = await detectFileType(path);
	if (!kind) throw new ImageError('unreadable');
	try {
		const pixels = await requirePixelLimit(path);
		const decode = () =>
			kind === 'heic' ? decodeHeicImage(path, pixels, bounds) : decodeWithSharp(path, bounds);
		const isHeavy = FULLY_DECODED_TYPES.includes(kind) && pixels > LARGE_PIXELS;
		return await (isHeavy ? largeImageLimit.run(decode) : decode());
	} catch (error) {
		throw error instanceof ImageError ? error : new ImageError('unreadable', error);
	}
}

/** Reads only the header, to distinguish a file with too many pixels from a damaged file. */
async function requirePixelLimit(path: string): Promise<number> {
	const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
	if (width * height > PHOTO_LIMITS.maxPixels) throw new ImageError('tooManyPixels');
	return width * height;
}

/**
 * libheif decodes the file into an uncompressed PNG, because sharp cannot decode HEIC; sharp reads that PNG. libheif
 * refuses more pixels than the header states, or than LARGE_PIXELS if that is more: a header that understates the size
 * must not bypass the limit on large images.
 */
async function decodeHeicImage(
	path: string,
	pixels: number,
	bounds: SizeBounds,
): Promise<DecodedImage> {
	const maxPixels = Math.max(pixels, LARGE_PIXELS);
	return decodeWithSharp(await decodeHeic({ path, maxPixels, bounds }), bounds);
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

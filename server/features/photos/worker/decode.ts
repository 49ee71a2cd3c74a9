import sharp from 'sharp';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { timeoutReason } from './decoding-time.ts';
import { detectFileType, type ImageType } from './file-type.ts';
import { decodeHeic } from './heic.ts';
import { ImageError } from './image-error.ts';

/** Pixels in memory: 8 bits a channel, sRGB, upright, and nothing beside them. */
export interface DecodedImage {
	pixels: Buffer;
	width: number;
	height: number;
	/** 3, or 4 with transparency. */
	channels: 1 | 2 | 3 | 4;
}

/** How long one photo may keep a thread busy; the slowest honest one needs about two seconds on a small machine. */
const TIMEOUT_SECONDS = 20;

// Only the readers of what we take: libvips could open SVG, PDF, TIFF and more, each a way in for a file that
// says it is something else.
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
// One thread a picture: the slots of the command decide how many are worked on.
sharp.concurrency(1);
// Uploads are never seen twice, and a cache by path could show one upload's pixels for another's.
sharp.cache(false);

/** AVIF and HEIC are decoded whole, at up to 18 bytes a pixel; the others row by row. */
const FULLY_DECODED_TYPES: ImageType[] = ['avif', 'heic'];
/** Above what phones take by default; such pictures are decoded one at a time, or two of them would need 1.8 GB. */
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
 * Reads the first frame of a file, turned upright, within `bounds` (pixels); never enlarged.
 * @throws PictureFault when it is nothing we take, damaged, too large, or takes too long
 */
export async function decodeImage(path: string, bounds: SizeBounds): Promise<DecodedImage> {
	const kind = await detectFileType(path);
	if (!kind) throw new ImageError('unreadable');
	try {
		const pixels = await requirePixelLimit(path);
		const decode = () =>
			kind === 'heic' ? decodeHeicImage(path, pixels, bounds) : readPixels(path, bounds);
		const isHeavy = FULLY_DECODED_TYPES.includes(kind) && pixels > LARGE_PIXELS;
		return await (isHeavy ? largeImageLimit.run(decode) : decode());
	} catch (error) {
		throw error instanceof ImageError ? error : new ImageError('unreadable', error);
	}
}

/** Reads the header alone, so that what is too large is told apart from what is damaged. */
async function requirePixelLimit(path: string): Promise<number> {
	const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
	if (width * height > PHOTO_LIMITS.maxPixels) throw new ImageError('tooManyPixels');
	return width * height;
}

/** A header that says less than there is must not get around the wait of large pictures. */
async function decodeHeicImage(
	path: string,
	pixels: number,
	bounds: SizeBounds,
): Promise<DecodedImage> {
	const maxPixels = Math.max(pixels, LARGE_PIXELS);
	return readPixels(await decodeHeic({ path, maxPixels, bounds }), bounds);
}

async function readPixels(source: string | Buffer, bounds: SizeBounds): Promise<DecodedImage> {
	const startCpu = process.cpuUsage();
	const startMs = performance.now();
	const { data, info } = await sharp(source, {
		// Stray bytes are forgiven, as browsers do; missing ones are not.
		failOn: 'error',
		limitInputPixels: PHOTO_LIMITS.maxPixels,
		sequentialRead: true,
	})
		.timeout({ seconds: TIMEOUT_SECONDS })
		.autoOrient()
		.resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
		.toColourspace('srgb')
		.raw({ depth: 'uchar' })
		.toBuffer({ resolveWithObject: true })
		.catch((error: unknown) => {
			// sharp's error of a timeout has no code.
			const hasTimedOut = performance.now() - startMs >= TIMEOUT_SECONDS * 1000;
			throw hasTimedOut ? new ImageError(timeoutReason(startCpu), error) : error;
		});
	return { pixels: data, width: info.width, height: info.height, channels: info.channels };
}

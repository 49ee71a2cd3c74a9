import sharp from 'sharp';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import type { ImageType } from './file-type.ts';
import { decodeHeic } from './heic.ts';
import { ImageError, type ImageErrorReason } from './image-error.ts';

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
export async function decodeImage(
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

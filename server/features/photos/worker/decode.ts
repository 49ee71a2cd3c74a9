import sharp from 'sharp';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { openSlots } from '#server/lib/concurrency-limit.ts';
import { timeoutReason } from './decoding-time.ts';
import { kindOfFile, type PictureKind } from './file-type.ts';
import { decodeHeic } from './heic.ts';
import { PictureFault } from './image-error.ts';

/** Pixels in memory: 8 bits a channel, sRGB, upright, and nothing beside them. */
export interface Picture {
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
const DECODED_WHOLE: PictureKind[] = ['avif', 'heic'];
/** Above what phones take by default; such pictures are decoded one at a time, or two of them would need 1.8 GB. */
const LARGE_PIXELS = 16_000_000;
const largeOnes = openSlots({ atOnce: 1, waiting: Number.POSITIVE_INFINITY });

interface Bounds {
	width: number;
	height: number;
}

/**
 * Reads the first frame of a file, turned upright, within `bounds` (pixels); never enlarged.
 * @throws PictureFault when it is nothing we take, damaged, too large, or takes too long
 */
export async function decodePicture(path: string, bounds: Bounds): Promise<Picture> {
	const kind = await kindOfFile(path);
	if (!kind) throw new PictureFault('unreadable');
	try {
		const pixels = await requireFewPixels(path);
		const decode = () => (kind === 'heic' ? decodeApart(path, pixels, bounds) : read(path, bounds));
		const isHeavy = DECODED_WHOLE.includes(kind) && pixels > LARGE_PIXELS;
		return await (isHeavy ? largeOnes.run(decode) : decode());
	} catch (error) {
		throw error instanceof PictureFault ? error : new PictureFault('unreadable', error);
	}
}

/** Reads the header alone, so that what is too large is told apart from what is damaged. */
async function requireFewPixels(path: string): Promise<number> {
	const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
	if (width * height > PHOTO_LIMITS.maxPixels) throw new PictureFault('tooManyPixels');
	return width * height;
}

/** A header that says less than there is must not get around the wait of large pictures. */
async function decodeApart(path: string, pixels: number, bounds: Bounds): Promise<Picture> {
	const maxPixels = Math.max(pixels, LARGE_PIXELS);
	return read(await decodeHeic({ path, maxPixels, bounds }), bounds);
}

async function read(source: string | Buffer, bounds: Bounds): Promise<Picture> {
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
			throw hasTimedOut ? new PictureFault(timeoutReason(startCpu), error) : error;
		});
	return { pixels: data, width: info.width, height: info.height, channels: info.channels };
}

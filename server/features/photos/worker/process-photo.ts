import { LARGEST_WIDTH } from '#contract/photos/sizes.ts';
import { decodeImage } from './decode.ts';
import { ImageError } from './image-error.ts';
import { boundsOf, encodeSizes, type PreparedPhoto } from './sizes.ts';

/**
 * Converts a file to a photo in all sizes. Returns an ImageError, instead of throwing it, when the file is the cause.
 * @throws Error for other failures
 */
export async function processPhoto(path: string): Promise<PreparedPhoto | ImageError> {
	try {
		return await encodeSizes(await decodeImage(path, boundsOf(LARGEST_WIDTH)));
	} catch (error) {
		if (error instanceof ImageError) return error;
		throw error;
	}
}

import { LARGEST_WIDTH } from '#contract/photos/sizes.ts';
import { decodeImage } from './decode.ts';
import { ImageError } from './image-error.ts';
import { boundsOf, encodeSizes, type PreparedPhoto } from './sizes.ts';

/**
 * Turns a file into a photo in all sizes. Returns an ImageError, instead of throwing, when the file is to blame.
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

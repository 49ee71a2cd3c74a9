import { LARGEST_WIDTH } from '#contract/photos/sizes.ts';
import { decodeImage } from './decode.ts';
import { ImageError } from './image-error.ts';
import { boundsOf, encodeSizes, type PreparedPhoto } from './sizes.ts';

/**
 * Makes a file into a photo of all sizes. A fault of the file is an outcome and no error.
 * @throws Error for what is no fault of the file
 */
export async function processPhoto(path: string): Promise<PreparedPhoto | ImageError> {
	try {
		return await encodeSizes(await decodeImage(path, boundsOf(LARGEST_WIDTH)));
	} catch (error) {
		if (error instanceof ImageError) return error;
		throw error;
	}
}

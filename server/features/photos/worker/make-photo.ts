import { LARGEST_WIDTH } from '#contract/photos/sizes.ts';
import { decodePicture } from './decode.ts';
import { PictureFault } from './image-error.ts';
import { boundsOf, makeSizes, type PreparedPhoto } from './sizes.ts';

/**
 * Makes a file into a photo of all sizes. A fault of the file is an outcome and no error.
 * @throws Error for what is no fault of the file
 */
export async function makePhoto(path: string): Promise<PreparedPhoto | PictureFault> {
	try {
		return await makeSizes(await decodePicture(path, boundsOf(LARGEST_WIDTH)));
	} catch (error) {
		if (error instanceof PictureFault) return error;
		throw error;
	}
}

import type { DeclaredError } from '#contract/core/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { uploadOf } from './photo-uploads.ts';
import type { PickedPhoto } from './picked-photo.ts';

type Outcome = { photos: readonly PickedPhoto[] } | { error: DeclaredError };

/**
 * Waits until all photos of a message are on the server.
 * @throws TypeError when the connection is lost for long
 */
export async function uploadAll(photos: readonly PickedPhoto[]): Promise<Outcome> {
	try {
		const uploads = photos.map(async (photo) => ({
			...photo,
			uploaded: photo.uploaded ?? (await uploadOf(photo.file).uploaded),
		}));
		return { photos: await Promise.all(uploads) };
	} catch (error) {
		if (error instanceof ApiError) return { error: { code: error.code, message: error.message } };
		throw error;
	}
}

import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { checkChatPhotos } from '#contract/chat/photos.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { checkFileTypes } from '#web/features/photos/photo-files.ts';
import { resizePhoto } from '#web/features/photos/resize.ts';
import { resizeAll } from '#web/features/photos/resize-plan.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import type { PickedPhoto } from './picked-photo.ts';

/**
 * Larger photos are made smaller before they are uploaded: the server keeps at most 1600 pixels, and the 4 MB of a
 * camera photo take a minute on a slow network.
 */
const RESIZE_ABOVE_BYTES = 1.5 * 1024 ** 2;
/** Assumed proportions of a photo that this browser cannot draw. */
const GUESSED_SIZE = { width: 4, height: 3 };

/** The photos to send, or the error message. If one file is refused, no file is added. */
export type PickResult = { photos: readonly PickedPhoto[] } | { error: string };

/**
 * Checks the files and makes large photos smaller.
 * @param count number of photos that the message already has
 */
export async function pickPhotos(files: readonly File[], count: number): Promise<PickResult> {
	if (files.length + count > CHAT_LIMITS.photosMax)
		return { error: CHAT_ERRORS.tooManyPhotos.message };
	const wrongType = checkFileTypes(files);
	if (wrongType) return { error: wrongType.message };
	try {
		const resized = await resizeAll(files, RESIZE_ABOVE_BYTES, resizePhoto);
		const tooLarge = checkChatPhotos(resized);
		if (tooLarge) return { error: tooLarge.message };
		return { photos: await Promise.all(resized.map(toPickedPhoto)) };
	} catch {
		return { error: UPLOAD_MESSAGES.notResized };
	}
}

async function toPickedPhoto(file: File): Promise<PickedPhoto> {
	const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
		() => undefined,
	);
	const { width, height } = bitmap ?? GUESSED_SIZE;
	bitmap?.close();
	return { key: randomUuid(), file, width, height };
}

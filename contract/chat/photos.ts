import * as z from 'zod/mini';
import type { DeclaredError } from '#contract/core/errors.ts';
import { list } from '#contract/core/schemas.ts';
import type { PickedFile } from '#contract/photos/photos.ts';
import { CHAT_ERRORS } from './errors.ts';
import { CHAT_LIMITS } from './facts.ts';

/** A photo that is uploaded but not yet sent; only its sender can see it. */
export const uploadedChatPhoto = z.object({
	id: z.int(),
	/**
	 * Signed for its reader, and valid for 12 to 24 hours: until the time in its query parameter `until`, in seconds
	 * since 1970.
	 */
	url: z.string(),
	/** Pixels of the largest size. */
	width: z.int(),
	height: z.int(),
});
export type UploadedChatPhoto = z.infer<typeof uploadedChatPhoto>;

/** A photo of a message. */
export const chatPhoto = z.extend(uploadedChatPhoto, {
	/** The smallest size. */
	thumbUrl: z.string(),
});
export type ChatPhoto = z.infer<typeof chatPhoto>;

/** The fields about photos that every message has. */
export const messagePhotos = {
	/** In the order of the sender; empty for most messages. */
	photos: z.array(chatPhoto),
	/** Set if the sender wrote no words. The text of the message then says that photos were sent. */
	isWithoutWords: z.optional(z.literal(true)),
};

const photoId = z
	.int(CHAT_ERRORS.badPhotos.message)
	.check(z.positive(CHAT_ERRORS.badPhotos.message));

/** Uploaded photos to send, in their order: each once. */
export const photoIds = list(
	photoId,
	CHAT_LIMITS.photosMax,
	CHAT_ERRORS.badPhotos.message,
	CHAT_ERRORS.tooManyPhotos.message,
).check(
	z.minLength(1, CHAT_ERRORS.badPhotos.message),
	z.refine((ids) => new Set(ids).size === ids.length, CHAT_ERRORS.badPhotos.message),
);

/** The error of the rule that picked photos break, if any. */
export function checkChatPhotos(files: readonly PickedFile[]): DeclaredError | undefined {
	if (files.length === 0) return CHAT_ERRORS.noPhotos;
	if (files.length > CHAT_LIMITS.photosMax) return CHAT_ERRORS.tooManyPhotos;
	const tooLarge = files.filter(({ size }) => size > CHAT_LIMITS.photoMaxBytes);
	return tooLarge.length > 0
		? CHAT_ERRORS.photoTooLarge(tooLarge.map(({ name }) => name))
		: undefined;
}

import type { FastifyReply } from 'fastify';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

/** A photo as it is stored. */
type StoredPhoto = Omit<Photo, 'url'> & { hash: string };

/** A photo as replies contain it. */
export function presentPhoto(
	{ hash, width, height, thumbhash }: StoredPhoto,
	urlOf: (hash: string) => string,
): Photo {
	return { url: urlOf(hash), width, height, thumbhash };
}

/** The type of all stored photos. */
export const PHOTO_TYPE = 'image/webp';

const PHOTO_HEADERS = {
	'content-type': PHOTO_TYPE,
	'cross-origin-resource-policy': 'cross-origin',
	'x-content-type-options': 'nosniff',
};

/**
 * Returns what was found of a photo.
 * @throws AppError not_found if nothing was; a hidden, an expired and a missing photo have the same error
 */
export function requireFound<T>(found: T | undefined): T {
	if (found === undefined) throw new AppError('not_found', REQUEST_ERRORS.notFound);
	return found;
}

/** Sets the headers of a photo. Call it only once the photo is found: an error response must not be cached. */
export function setPhotoHeaders(
	reply: FastifyReply,
	headers: Readonly<Record<string, string>>,
): FastifyReply {
	return reply.headers({ ...PHOTO_HEADERS, ...headers });
}

/**
 * Answers GET with a photo file, and HEAD with its size.
 * @throws AppError not_found
 */
export async function sendPhotoFile(
	reply: FastifyReply,
	store: PhotoStore,
	fileName: string,
	headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
	if (reply.request.method === 'HEAD') {
		const { size } = requireFound(await store.find(fileName));
		return setPhotoHeaders(reply, headers).header('content-length', size).send();
	}
	const { size, content } = requireFound(await store.read(fileName));
	return setPhotoHeaders(reply, headers).header('content-length', size).send(content);
}

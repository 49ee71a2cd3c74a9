import type { FastifyInstance, FastifyReply } from 'fastify';
import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import {
	CHAT_PHOTOS_PATH,
	type ChatPhotoSignature,
	readChatPhotoUrl,
} from '#server/storage/chat-photo-urls.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { requireDailyCapacity, storeChatPhotos } from './commands.ts';
import { findVisiblePhoto } from './queries.ts';

export interface ChatPhotoDeps {
	db: Db;
	store: PhotoStore;
	photoUrls: PhotoUrls;
	/** They sign the URLs of photos. */
	secrets: Secrets;
	now?: () => Date;
}

/** The upload of photos for messages, and the photo files, whose URLs are not below `/api`. */
export function chatPhotoRoutes(
	app: FastifyInstance,
	{ db, store, photoUrls, secrets, now = () => new Date() }: ChatPhotoDeps,
): void {
	route(app, uploadChatPhotos)(
		async ({ caller, files }) => {
			const photos = await storeChatPhotos({ db, store }, caller.id, files);
			const viewer = { userId: caller.id };
			return {
				success: true,
				photos: photos.map((photo) => ({ ...photo, url: photoUrls.inChat(photo.id, viewer) })),
			};
		},
		{ before: ({ caller }) => requireDailyCapacity(db, caller.id) },
	);

	/** A wrong signature, an expired one and an unknown photo get the same answer. */
	app.route<{ Params: { name: string }; Querystring: ChatPhotoSignature }>({
		method: ['GET', 'HEAD'],
		url: `${CHAT_PHOTOS_PATH}:name`,
		exposeHeadRoute: false,
		handler: async ({ params: { name }, query, method }, reply) => {
			const signed = requireFound(readChatPhotoUrl(name, query, { secrets, now: now() }));
			const hash = requireFound(await findVisiblePhoto(db, signed.id, signed.viewer));
			const fileName = photoFileName(hash, signed.width);
			if (method === 'HEAD') {
				const { size } = requireFound(await store.find(fileName));
				return setHeaders(reply, signed.remainingSeconds).header('content-length', size).send();
			}
			const { size, content } = requireFound(await store.read(fileName));
			return setHeaders(reply, signed.remainingSeconds)
				.header('content-length', size)
				.send(content);
		},
	});
}

/** @throws AppError not_found */
function requireFound<T>(found: T | undefined): T {
	if (found === undefined) throw new AppError('not_found', REQUEST_ERRORS.notFound);
	return found;
}

/** Call it only once the photo is found: an error must not be cached. */
function setHeaders(reply: FastifyReply, maxAgeSeconds: number): FastifyReply {
	return reply
		.type('image/webp')
		.header('cache-control', `private, max-age=${maxAgeSeconds}, immutable`)
		.header('content-disposition', 'inline; filename="photo.webp"')
		.header('cross-origin-resource-policy', 'cross-origin')
		.header('referrer-policy', 'no-referrer')
		.header('x-robots-tag', 'noindex')
		.header('x-content-type-options', 'nosniff');
}

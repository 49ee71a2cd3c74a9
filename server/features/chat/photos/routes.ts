import type { FastifyInstance } from 'fastify';
import { uploadChatPhotos } from '#contract/chat/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import { requireFound, sendPhotoFile } from '#server/http/photo-response.ts';
import { route } from '#server/http/route.ts';
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
	/** The keys that sign the URLs of photos. */
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
		handler: async ({ params: { name }, query }, reply) => {
			const signed = requireFound(readChatPhotoUrl(name, query, { secrets, now: now() }));
			const hash = requireFound(await findVisiblePhoto(db, signed.id, signed.viewer));
			const fileName = photoFileName(hash, signed.width);
			return sendPhotoFile(reply, store, fileName, headersOf(signed.remainingSeconds));
		},
	});
}

function headersOf(maxAgeSeconds: number) {
	return {
		'cache-control': `private, max-age=${maxAgeSeconds}, immutable`,
		'content-disposition': 'inline; filename="photo.webp"',
		'referrer-policy': 'no-referrer',
		'x-robots-tag': 'noindex',
	};
}

import type { FastifyInstance } from 'fastify';
import {
	listPendingPhotos as listPendingPhotosEndpoint,
	uploadPhoto,
} from '#contract/photos/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { requirePendingCapacity, storePendingPhoto } from './pending-photo-commands.ts';
import { listPendingPhotos, type PendingPhoto } from './pending-photo-queries.ts';
import { presentPhoto } from './present.ts';

interface PendingPhotoDeps {
	db: Db;
	store: PhotoStore;
	photoUrls: PhotoUrls;
}

/** Routes for photos that are uploaded before their item is posted; only the uploader sees them. */
export function pendingPhotoRoutes(
	app: FastifyInstance,
	{ db, store, photoUrls }: PendingPhotoDeps,
): void {
	const present = (photo: PendingPhoto) => presentPhoto(photo, (hash) => photoUrls.signed(hash));

	route(app, uploadPhoto)(
		async ({ caller, files }) => {
			const photo = await storePendingPhoto({ db, store }, caller.id, files);
			return { success: true, photo: present(photo) };
		},
		{ before: ({ caller }) => requirePendingCapacity(db, caller.id) },
	);

	route(
		app,
		listPendingPhotosEndpoint,
	)(async ({ caller }) => {
		return { success: true, photos: (await listPendingPhotos(db, caller.id)).map(present) };
	});
}

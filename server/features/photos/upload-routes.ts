import type { FastifyInstance } from 'fastify';
import { listUploads, uploadPhoto } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import { requireRoomForUpload, takeUpload } from './upload-commands.ts';
import { listOpenUploads, type OpenUpload } from './upload-queries.ts';

interface UploadDeps {
	db: Db;
	store: PhotoStore;
	addresses: PhotoAddresses;
}

/** Photos ahead of their item, which only their sender sees. */
export function uploadRoutes(app: FastifyInstance, { db, store, addresses }: UploadDeps): void {
	const present = ({ hash, width, height, thumbhash }: OpenUpload) => ({
		url: addresses.signed(hash),
		width,
		height,
		thumbhash,
	});

	route(app, uploadPhoto)(
		async ({ caller, files }) => {
			const photo = await takeUpload({ db, store }, caller.id, files);
			return { success: true, photo: present(photo) };
		},
		{ before: ({ caller }) => requireRoomForUpload(db, caller.id) },
	);

	route(
		app,
		listUploads,
	)(async ({ caller }) => {
		return { success: true, photos: (await listOpenUploads(db, caller.id)).map(present) };
	});
}

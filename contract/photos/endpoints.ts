import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { success } from '#contract/core/schemas.ts';
import { photo } from './schemas.ts';

/** Until an item uses the photo, only its uploader can see it: the URL is signed and valid for ten minutes. */
export const uploadPhoto = endpoint({
	method: 'POST',
	path: '/item/photos',
	summary:
		'Uploads a photo before its item: add-item and update-item accept its URL in `uploaded`.',
	auth: 'user',
	limit: 'posting',
	status: 201,
	files: 'photo',
	reply: z.object({ success, photo }),
});

export const listPendingPhotos = endpoint({
	method: 'GET',
	path: '/item/photos',
	summary: 'Lists my uploaded photos that no item uses yet, newest first.',
	auth: 'user',
	reply: z.object({ success, photos: z.array(photo) }),
});

import * as z from 'zod/mini';
import { success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { checkFileSizes, PHOTO_LIMITS, type PickedFile } from './photos.ts';
import { photo } from './schema.ts';

export const UPLOAD_LIMITS = {
	/** Bytes of one file, inclusive; the forms check their own limits before they upload. */
	maxBytes: PHOTO_LIMITS.editMaxBytes,
	/** Unused uploaded photos per user. */
	maxPending: 40,
	/** Hours in which an uploaded photo can be used. */
	maxAgeHours: 24,
} as const;

export const UPLOAD_MESSAGES = {
	oneAtATime: 'Please send one photo at a time.',
	tooMany: 'You have sent many photos that no item uses yet. Please use some of them first.',
	keptOnDevice: 'Your photos are still on this phone; we will try again.',
	notResized: 'These photos could not be made smaller. Please try fewer at a time.',
	notRotated: 'This photo cannot be turned yet.',
} as const;

/** Returns the message of the rule that an upload breaks, or undefined. */
export function checkUpload(files: readonly PickedFile[]): string | undefined {
	return files.length === 1
		? checkFileSizes(files, UPLOAD_LIMITS.maxBytes)
		: UPLOAD_MESSAGES.oneAtATime;
}

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

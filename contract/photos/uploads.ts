import * as z from 'zod/mini';
import { success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { checkFileSizes, PHOTO_LIMITS, type PickedFile } from './photos.ts';
import { photo } from './schema.ts';

export const UPLOAD_LIMITS = {
	/** Bytes of one file, inclusive; the forms keep to their own limits before they send. */
	maxBytes: PHOTO_LIMITS.editMaxBytes,
	/** Photos that one person has sent and not used yet. */
	maxPending: 40,
	/** Hours in which a photo that was sent can be used. */
	maxAgeHours: 24,
} as const;

export const UPLOAD_MESSAGES = {
	oneAtATime: 'Please send one photo at a time.',
	tooMany: 'You have sent many photos that no item uses yet. Please use some of them first.',
	keptOnDevice: 'Your photos are still on this phone; we will try again.',
	notResized: 'These photos could not be made smaller. Please try fewer at a time.',
	notRotated: 'This photo cannot be turned yet.',
} as const;

/** The rule that an upload's files break; undefined when none. */
export function checkUpload(files: readonly PickedFile[]): string | undefined {
	return files.length === 1
		? checkFileSizes(files, UPLOAD_LIMITS.maxBytes)
		: UPLOAD_MESSAGES.oneAtATime;
}

/** For now only who sent it can see it: the address is signed and good for ten minutes. */
export const uploadPhoto = endpoint({
	method: 'POST',
	path: '/item/photos',
	summary:
		'Sends one photo ahead of its item: add-item and update-item take its address as `uploaded`.',
	auth: 'user',
	limit: 'posting',
	status: 201,
	files: 'photo',
	reply: z.object({ success, photo }),
});

export const listPendingPhotos = endpoint({
	method: 'GET',
	path: '/item/photos',
	summary: 'The photos that the caller has sent ahead and not used yet, newest first.',
	auth: 'user',
	reply: z.object({ success, photos: z.array(photo) }),
});

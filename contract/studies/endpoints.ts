import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { ok, success } from '#contract/core/schemas.ts';
import { item } from '#contract/items/schemas.ts';
import { newStudies, studiesFields } from './schemas.ts';

const studiesReply = z.object({ success, ...studiesFields });

export const getStudies = endpoint({
	method: 'GET',
	path: '/account/studies',
	summary: 'Returns my branch and my present semester; both are null if I have not set them.',
	auth: 'user',
	reply: studiesReply,
});

export const setStudies = endpoint({
	method: 'PUT',
	path: '/account/studies',
	summary: 'Sets my branch and semester; null for both clears them.',
	auth: 'user',
	body: newStudies,
	reply: studiesReply,
});

export const getStudiesInvitation = endpoint({
	method: 'GET',
	path: '/account/studies/invitation',
	summary:
		'Tells whether the home page may ask what I study: no longer once I have set or cleared it, or dismissed the question.',
	auth: 'user',
	reply: z.object({ success, isOpen: z.boolean() }),
});

export const declineStudiesInvitation = endpoint({
	method: 'DELETE',
	path: '/account/studies/invitation',
	summary: 'Dismisses the question what I study for good.',
	auth: 'user',
	reply: ok,
});

export const listItemsForMe = endpoint({
	method: 'GET',
	path: '/items/for-me',
	summary:
		'Lists up to 12 items on sale with a subject of my branch in my semester or the next, newest first.',
	auth: 'user',
	reply: z.object({ success, items: z.array(item) }),
});

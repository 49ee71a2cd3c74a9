import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { byId, filledVersion, messageReply, success } from '#contract/core/schemas.ts';
import { item } from '#contract/items/schemas.ts';
import {
	mostWanted,
	ownWantedQuery,
	wantedAnswer,
	wantedDetails,
	wantedFields,
	wantedListQuery,
	wantedPost,
} from './schemas.ts';

const wantedReply = z.object({ success, wanted: wantedDetails });

export const addWanted = endpoint({
	method: 'POST',
	path: '/wanted',
	summary:
		'Posts what the caller looks for, for 30 days. With an Idempotency-Key (a UUID) the request can be repeated safely.',
	auth: 'user',
	status: 201,
	body: wantedFields,
	reply: wantedReply,
});

export const listWanted = endpoint({
	method: 'GET',
	path: '/wanted',
	summary: 'Lists live wanted posts, newest first; nextCursor leads to the next page.',
	auth: 'on demand',
	query: wantedListQuery,
	reply: z.object({
		success,
		wanted: z.array(wantedPost),
		nextCursor: z.nullable(z.string()),
	}),
});

export const listOwnWanted = endpoint({
	method: 'GET',
	path: '/wanted/mine',
	summary: 'Lists my wanted posts, those that are over too, newest first.',
	auth: 'user',
	query: ownWantedQuery,
	reply: z.object({
		success,
		wanted: z.array(wantedDetails),
		nextCursor: z.nullable(z.string()),
	}),
});

export const listMostWanted = endpoint({
	method: 'GET',
	path: '/wanted/most',
	summary: 'Lists subjects and categories that three or more people look for now.',
	auth: 'none',
	reply: z.object({ success, most: z.array(mostWanted) }),
});

export const getWanted = endpoint({
	method: 'GET',
	path: '/wanted/:id',
	summary: 'Returns a wanted post; its owner reads it even when it is over.',
	auth: 'on demand',
	params: byId,
	reply: wantedReply,
});

export const updateWanted = endpoint({
	method: 'PUT',
	path: '/wanted/:id',
	summary: 'Changes a live wanted post as a whole.',
	auth: 'user',
	params: byId,
	body: z.extend(wantedFields, { version: filledVersion }),
	reply: wantedReply,
});

export const deleteWanted = endpoint({
	method: 'DELETE',
	path: '/wanted/:id',
	summary: 'Deletes a wanted post.',
	auth: 'user',
	params: byId,
	reply: wantedReply,
});

export const renewWanted = endpoint({
	method: 'POST',
	path: '/wanted/:id/renew',
	summary: 'Shows a wanted post for 30 days from now.',
	auth: 'user',
	params: byId,
	reply: wantedReply,
});

export const markWantedFound = endpoint({
	method: 'POST',
	path: '/wanted/:id/found',
	summary: 'Ends a wanted post, because its owner has found the thing.',
	auth: 'user',
	params: byId,
	reply: wantedReply,
});

export const answerWanted = endpoint({
	method: 'POST',
	path: '/wanted/:id/answers',
	summary: 'Offers one of the caller’s items on sale; the asker is told.',
	auth: 'user',
	limit: 'messaging',
	status: 201,
	params: byId,
	body: wantedAnswer,
	reply: z.extend(messageReply, { wanted: wantedDetails }),
});

export const listWantedAnswers = endpoint({
	method: 'GET',
	path: '/wanted/:id/answers',
	summary:
		'Lists the items offered to the caller’s wanted post that are still on sale, newest offer first.',
	auth: 'user',
	params: byId,
	reply: z.object({ success, items: z.array(item) }),
});

export const listWantedBy = endpoint({
	method: 'GET',
	path: '/items/:id/wanted-by',
	summary: 'Lists up to 20 wanted posts that the caller’s item fits, the best first.',
	auth: 'user',
	params: byId,
	reply: z.object({ success, wanted: z.array(wantedPost) }),
});

import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { byId, filledVersion, messageReply, ok, success } from '#contract/core/schemas.ts';
import { alert, savedSearch, searchQuery } from './schemas.ts';

export const listSearches = endpoint({
	method: 'GET',
	path: '/searches',
	summary: 'Lists my saved searches, newest first, each with the number of new items.',
	auth: 'user',
	reply: z.object({ success, searches: z.array(savedSearch) }),
});

export const saveSearch = endpoint({
	method: 'POST',
	path: '/searches',
	summary:
		'Saves a search, at most ten a person; the same filters again return the search that is there, with status 200.',
	auth: 'user',
	status: 201,
	statusUnlessNew: 200,
	skipsInvalidation: true,
	body: z.object({ query: searchQuery, alert: z._default(alert, 'daily') }),
	reply: z.object({
		success,
		search: savedSearch,
		/** False if I had a search with these filters already; it stays unchanged. */
		isNew: z.boolean(),
	}),
});

export const changeSearch = endpoint({
	method: 'PUT',
	path: '/searches/:id',
	summary: 'Changes when I am told about new items of a saved search.',
	auth: 'user',
	skipsInvalidation: true,
	params: byId,
	body: z.object({ alert, version: filledVersion }),
	reply: z.object({ success, search: savedSearch }),
});

export const markSearchOpened = endpoint({
	method: 'PUT',
	path: '/searches/:id/opened',
	summary: 'Marks the new items of a saved search as seen.',
	auth: 'user',
	skipsInvalidation: true,
	params: byId,
	reply: ok,
});

export const deleteSearch = endpoint({
	method: 'DELETE',
	path: '/searches/:id',
	summary: 'Removes a saved search, and with it its alert.',
	auth: 'user',
	skipsInvalidation: true,
	params: byId,
	reply: messageReply,
});

export const restoreSearch = endpoint({
	method: 'POST',
	path: '/searches/:id/restore',
	summary: 'Undoes the removal of a saved search: it is back with its alert and its new items.',
	auth: 'user',
	skipsInvalidation: true,
	params: byId,
	reply: z.object({ success, search: savedSearch }),
});

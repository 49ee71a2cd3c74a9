import * as z from 'zod/mini';

/** The back-office's own place on the realtime server. */
export const ADMIN_NAMESPACE = '/office';

/** Names the live connection of the page that calls: it asks anew for what it changes by itself, and is not told of that. */
export const ADMIN_SOCKET_HEADER = 'x-office-line';

export const ADMIN_EVENTS = {
	/** Something came or was decided: `OfficeNews`. */
	changed: 'office-changed',
	/** The session is over: a text. */
	ended: 'office-ended',
} as const;

/** What has changed; lists of its kind and the counts are asked for again. */
export const adminEvent = z.object({
	what: z.enum([
		'reports',
		'user-reports',
		'feedback',
		'notifications',
		'users',
		'items',
		'settings',
	]),
});
export type AdminEvent = z.infer<typeof adminEvent>;

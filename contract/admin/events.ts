import * as z from 'zod/mini';

/** Socket.IO namespace of the back-office. */
export const ADMIN_NAMESPACE = '/office';

/**
 * Header with the socket id of the calling page. The page gets no event about its own change, because it reloads its
 * data itself.
 */
export const ADMIN_SOCKET_HEADER = 'x-office-line';

export const ADMIN_EVENTS = {
	/** Data changed: an `AdminEvent`. */
	changed: 'office-changed',
	/** The session has ended: a message for the administrator. */
	ended: 'office-ended',
} as const;

/** `what`: the kind of data that changed; clients reload lists of this kind and the counts. */
export const adminEvent = z.object({
	what: z.enum([
		'reports',
		'user-reports',
		'feedback',
		'notifications',
		'users',
		'items',
		'catalogue',
		'wanted',
		'review-reports',
		'settings',
	]),
});
export type AdminEvent = z.infer<typeof adminEvent>;

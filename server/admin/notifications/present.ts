import type * as z from 'zod/mini';
import type { notification } from '#contract/admin/notifications.ts';
import type { NotificationRow } from './queries.ts';

type Notification = z.infer<typeof notification>;

/** A notification as the API returns it. */
export function presentNotification({
	createdAt,
	about,
	...fields
}: NotificationRow): Notification {
	return {
		...fields,
		...(about !== null && { about }),
		type: fields.type as Notification['type'],
		target: fields.target as Notification['target'],
		createdAt: new Date(createdAt).toISOString(),
	};
}

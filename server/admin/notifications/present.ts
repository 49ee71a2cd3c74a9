import type * as z from 'zod/mini';
import type { notification } from '#contract/admin/notifications.ts';
import type { NotificationRow } from './queries.ts';

type Notification = z.infer<typeof notification>;

export function presentNotification({ createdAt, about, ...told }: NotificationRow): Notification {
	return {
		...told,
		...(about !== null && { about }),
		type: told.type as Notification['type'],
		target: told.target as Notification['target'],
		createdAt: new Date(createdAt).toISOString(),
	};
}

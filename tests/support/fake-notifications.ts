import {
	getNotificationSummary,
	listNotifications,
	markAllNotificationsRead,
	markNotificationRead,
	type NotificationSummary,
} from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { fakeApi } from './fake-api.ts';
import { notificationSummary } from './notification-replies.ts';
import { rowsFrom } from './stored-rows.ts';

const PAGE_SIZE = 30;
let lastId = 0;

/** An unread notification about a report, newer than those created before. Its id is `noticeEntryId` of a number. */
export function notification(changes: Partial<NotificationEntry> = {}): NotificationEntry {
	lastId += 1;
	const createdAt = new Date(Date.UTC(2026, 1, 3) + lastId * 60_000).toISOString();
	return {
		id: `n${lastId}`,
		kind: 'report',
		title: `Report ${lastId}.`,
		message: 'We looked into it.',
		link: '/my-reports',
		createdAt,
		isRead: false,
		...changes,
	};
}

/** A notification about messages of another student. Its id is `m` and the chat's room id. */
export function messageNotification(changes: Partial<NotificationEntry> = {}): NotificationEntry {
	const title = NOTIFICATION_MESSAGES.messages('Rohit', 1, 'Drafter');
	const message = 'Is it still there?';
	return notification({
		id: 'm5-6',
		kind: 'message',
		title,
		message,
		link: '/chat/5/6',
		...changes,
	});
}

/**
 * Fakes the server's notifications of the signed-in user, the newest first. `overlays` are further fields of the summary.
 * Tests may change `entries` and `overlays` later.
 */
export function fakeNotifications(
	entries: NotificationEntry[],
	overlays: Partial<NotificationSummary> = {},
) {
	fakeApi.answer(getNotificationSummary, () => {
		const unread = entries.filter(({ kind, isRead }) => kind !== 'message' && !isRead);
		return notificationSummary({ notifications: unread.length, ...overlays });
	});
	fakeApi.answer(listNotifications, ({ query }) => {
		const { rows: notifications, nextCursor } = rowsFrom(entries, query.cursor, PAGE_SIZE);
		return { notifications, nextCursor };
	});
	fakeApi.answer(markNotificationRead, ({ params, query: { upTo } }) => {
		const isShown = ({ createdAt }: { createdAt: string }) => !upTo || createdAt <= upTo;
		markRead(entries, (entry) => entry.id === params.entry && isShown(entry));
		for (const name of ['warning', 'announcement'] as const)
			if (`n${overlays[name]?.id}` === params.entry) overlays[name] = null;
		return { message: NOTIFICATION_MESSAGES.markedRead };
	});
	// Without `upTo` all are marked: '9' sorts after every date.
	fakeApi.answer(markAllNotificationsRead, ({ query: { upTo = '9' } }) => {
		markRead(entries, ({ createdAt }) => createdAt <= upTo);
		return { message: NOTIFICATION_MESSAGES.allMarkedRead };
	});
	return { entries, overlays };
}

function markRead(
	entries: NotificationEntry[],
	matches: (entry: NotificationEntry) => boolean,
): void {
	for (const [index, entry] of entries.entries())
		if (matches(entry)) entries[index] = { ...entry, isRead: true };
}

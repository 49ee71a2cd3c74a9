import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import {
	NOTIFICATION_KINDS,
	NOTIFICATION_MESSAGES,
	type NotificationKind,
} from '#contract/notifications/facts.ts';
import type { NotificationPreference } from '#contract/notifications/schemas.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { isSigned, type Secrets, sign } from '#server/lib/secrets.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import {
	insertAnnouncement,
	type NewAnnouncement,
	setAnnouncementsDone,
} from './announcements/queries.ts';
import { parseEntryId } from './list-queries.ts';
import { shortTitle } from './present.ts';
import {
	disableMails,
	insertNotification,
	insertNotifications,
	insertSaleNotifications,
	type NewNotification,
	type UserNotification,
	upsertPreference,
} from './queries.ts';
import { setChatNotificationRead, setNotificationRead } from './reading-queries.ts';
import { announcementTask, notificationMailTask } from './tasks.ts';

interface NotifyDeps {
	db: Db;
	addTask: AddTask;
}

export interface NotifyInBatchesDeps extends NotifyDeps {
	realtime: Pick<Realtime, 'toUser'>;
}

interface SoldItem {
	id: number;
	sellerId: number;
	title: string;
	sellerName: string;
}

interface Batch {
	notifications: readonly UserNotification[];
	isLast: boolean;
}

/**
 * Adds a notification within the caller's transaction, and queues a mail if the user wants mails of this kind. The
 * caller calls `publishNotificationsChanged` after the commit.
 */
export async function notify(
	{ db, addTask }: NotifyDeps,
	notification: NewNotification,
): Promise<void> {
	const inserted = await insertNotification(db, notification);
	if (!inserted?.isMailed) return;
	const { userId } = notification;
	await addTask(db, notificationMailTask, { letter: 'notice', userId, noticeId: inserted.id });
}

/**
 * Sends a user a warning with the administrators' text, in the same way as `notify`. The app shows the warning once,
 * at the next visit.
 */
export async function notifyWarning(deps: NotifyDeps, userId: number, text: string): Promise<void> {
	const title = NOTIFICATION_MESSAGES.warning;
	await notify(deps, { userId, kind: 'warning', title, message: text, link: PAGES.rules });
}

/**
 * Notifies all users who wrote to the seller about an item that it is sold, in the same way as `notify`.
 * @param exceptIds users who get another notification of the sale
 * @returns the ids of the notified users, for `publishNotificationsChanged` after the commit
 */
export async function notifySale(
	{ db, addTask }: NotifyDeps,
	{ id, sellerId, title, sellerName }: SoldItem,
	exceptIds: readonly number[],
): Promise<number[]> {
	const inserted = await insertSaleNotifications(db, {
		id,
		sellerId,
		title: NOTIFICATION_MESSAGES.sold(shortTitle(title)),
		message: NOTIFICATION_MESSAGES.soldText(sellerName),
		link: PAGES.item.replace(':id', String(id)),
		exceptIds,
	});
	return queueMails({ db, addTask }, inserted);
}

/**
 * Adds a notification of one kind for each of these users and queues their mails, within the caller's transaction.
 * @returns the ids of the notified users, for `publishNotificationsChanged` after the commit
 */
export async function notifyUsers(
	{ db, addTask }: NotifyDeps,
	kind: Parameters<typeof insertNotifications>[1],
	notifications: readonly UserNotification[],
): Promise<number[]> {
	if (notifications.length === 0) return [];
	return queueMails({ db, addTask }, await insertNotifications(db, kind, notifications));
}

/**
 * Notifies users in batches, in the same way as `notifyUsers`: one transaction per batch, and an event to their
 * devices after each commit.
 * @param takeBatch marks the next batch as notified, within the transaction
 */
export async function notifyInBatches(
	{ db, addTask, realtime }: NotifyInBatchesDeps,
	kind: Parameters<typeof insertNotifications>[1],
	takeBatch: (tx: Db) => Promise<Batch>,
): Promise<void> {
	for (;;) {
		const { isLast, userIds } = await db.transaction(async (tx) => {
			const { notifications, isLast } = await takeBatch(tx);
			return { isLast, userIds: await notifyUsers({ db: tx, addTask }, kind, notifications) };
		});
		publishNotificationsChanged(realtime, userIds);
		if (isLast) return;
	}
}

/** Makes the devices of these users load their notifications again. */
export function publishNotificationsChanged(
	realtime: Pick<Realtime, 'toUser'>,
	userIds: Iterable<number>,
): void {
	for (const userId of userIds) realtime.toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
}

async function queueMails(
	{ db, addTask }: NotifyDeps,
	inserted: Awaited<ReturnType<typeof insertNotifications>>,
): Promise<number[]> {
	const mails = inserted
		.filter(({ isMailed }) => isMailed)
		.map(({ id: noticeId, userId }) => ({ letter: 'notice' as const, userId, noticeId }));
	await addTask(db, notificationMailTask, mails);
	return [...new Set(inserted.map(({ userId }) => userId))];
}

/**
 * Creates an announcement within the caller's transaction. Other transactions with an announcement wait until the
 * caller's transaction ends. A background task delivers an announcement for all users.
 * @returns its id
 */
export async function announce(
	{ db, addTask }: NotifyDeps,
	announcement: NewAnnouncement,
): Promise<number> {
	const announcementId = await insertAnnouncement(db, announcement);
	if (announcement.target === 'all') await addTask(db, announcementTask, { announcementId });
	return announcementId;
}

/**
 * Marks what administrators were told about a case as done, within the caller's transaction, or as not done any more.
 * @param links those of the announcements
 */
export function setCasesDone(db: Db, links: readonly string[], isDone: boolean): Promise<void> {
	return setAnnouncementsDone(db, links, isDone);
}

/**
 * Marks one entry of the notification centre as read.
 * @param upTo milliseconds since 1970; later messages of a chat stay unread
 * @throws AppError not_found when the entry does not exist or belongs to another user
 */
export async function markEntryRead(
	db: Db,
	userId: number,
	entryId: string,
	upTo?: number,
): Promise<void> {
	const key = parseEntryId(entryId);
	const isFound =
		key &&
		('noticeId' in key
			? await setNotificationRead(db, userId, key.noticeId)
			: await setChatNotificationRead(db, userId, key, upTo));
	if (!isFound) throw new AppError('not_found', NOTIFICATION_ERRORS.notFound);
}

/**
 * Stores a preference.
 * @throws AppError invalid when the preference hides warnings in the app
 */
export async function setPreference(
	db: Db,
	userId: number,
	preference: NotificationPreference,
): Promise<void> {
	if (preference.kind === 'warning' && !preference.inApp) {
		throw invalidField('inApp', NOTIFICATION_ERRORS.warningsAlwaysOn);
	}
	await upsertPreference(db, userId, preference);
}

interface UnsubscribeDeps {
	db: Db;
	tokens: UnsubscribeTokens;
	/**
	 * Ends the alert of one saved search.
	 * @returns the name of the search; undefined if the search no longer exists
	 */
	endSearchAlert: (alert: { userId: number; searchId: number }) => Promise<string | undefined>;
}

interface Unsubscribed extends Subscription {
	/** The name of the saved search, if the link was about one that still exists. */
	searchName?: string | undefined;
}

/**
 * Turns off what the link in a mail is about: mails of one kind, or the alert of one saved search. Idempotent.
 * @throws AppError invalid for a token that we did not sign
 */
export async function unsubscribeByToken(
	{ db, tokens, endSearchAlert }: UnsubscribeDeps,
	token: string,
): Promise<Unsubscribed> {
	const subscription = tokens.read(token);
	if (!subscription) throw invalidField('token', NOTIFICATION_ERRORS.linkExpired);
	const { userId, kind, searchId } = subscription;
	if (searchId !== undefined)
		return { ...subscription, searchName: await endSearchAlert({ userId, searchId }) };
	await disableMails(db, userId, kind);
	return subscription;
}

/** The user and the kind of mails that a link turns off; with `searchId`, only the alert of that saved search ends. */
interface Subscription {
	userId: number;
	kind: NotificationKind;
	searchId?: number | undefined;
}

export interface UnsubscribeTokens {
	sign: (subscription: Subscription) => string;
	/** Returns undefined for a token that we did not sign. */
	read: (token: string) => Subscription | undefined;
}

const TOKEN_PATTERN = /^([a-z]+(?:-[a-z]+)*)-([1-9]\d{0,9})(?:-([1-9]\d{0,9}))?-([\w-]{43})$/;

/**
 * Tokens of the form `{kind}-{userId}-{signature}`; for one saved search `{kind}-{userId}-{searchId}-{signature}`.
 * They never expire: the link in a mail must still work years later. A stolen token can only turn off these mails.
 */
export function createUnsubscribeTokens(secrets: Secrets): UnsubscribeTokens {
	const partsOf = ({ kind, userId, searchId }: Subscription) =>
		[kind, userId, searchId].filter((part) => part !== undefined);
	const signedTextOf = (subscription: Subscription) =>
		`unsubscribe ${partsOf(subscription).join(' ')}`;
	return {
		sign: (subscription) =>
			`${partsOf(subscription).join('-')}-${sign(signedTextOf(subscription), secrets)}`,
		read(token) {
			const [, kindName, id, search, signature = ''] = TOKEN_PATTERN.exec(token) ?? [];
			const kind = NOTIFICATION_KINDS.find((known) => known === kindName);
			if (!kind) return undefined;
			const searchId = search === undefined ? undefined : Number(search);
			const subscription = { userId: Number(id), kind, searchId };
			return isSigned(signedTextOf(subscription), signature, secrets) ? subscription : undefined;
		},
	};
}

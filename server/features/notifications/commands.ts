import { PAGES } from '#contract/core/pages.ts';
import { NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import type { NoticeChoice } from '#contract/notifications/notifications.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { invalidField, Refusal } from '#server/lib/app-error.ts';
import { insertAnnouncement, type NewAnnouncement } from './announcements/queries.ts';
import { readEntryId } from './entry-id.ts';
import { endMails, setChoice } from './preference-queries.ts';
import {
	insertNotice,
	insertSaleNotices,
	type NewNotice,
	setChatNoticed,
	setNoticeRead,
} from './queries.ts';
import type { Subscription, UnsubscribeTokens } from './unsubscribe-tokens.ts';

interface Parts {
	db: Db;
	addTask: AddTask;
}

/**
 * Puts an entry into a person's notification centre and has it mailed, as they have chosen, as part of a transaction. Whoever
 * commits it tells their devices (`LIVE_EVENTS.noticesChanged`) afterwards.
 */
export async function tell({ db, addTask }: Parts, notice: NewNotice): Promise<void> {
	const told = await insertNotice(db, notice);
	if (!told?.isMailed) return;
	const { userId } = notice;
	await addTask(db, 'notice-mail', { letter: 'notice', userId, noticeId: told.id });
}

/** Warns a person, in the administrators' words, like `tell`. They see it at their next visit, once. */
export async function warnPerson(parts: Parts, userId: number, words: string): Promise<void> {
	const title = NOTICE_MESSAGES.warning;
	await tell(parts, { userId, kind: 'warning', title, message: words, link: PAGES.rules });
}

/**
 * Tells everybody who wrote to the seller about an item that it is sold, like `tell`.
 * @returns whose devices are to be told
 */
export async function tellOfSale(
	{ db, addTask }: Parts,
	{ id, sellerId, title }: { id: number; sellerId: number; title: string },
): Promise<number[]> {
	const told = await insertSaleNotices(db, {
		id,
		sellerId,
		title: NOTICE_MESSAGES.sold(title),
		message: NOTICE_MESSAGES.soldText,
		link: PAGES.item.replace(':id', String(id)),
	});
	for (const { id: noticeId, userId, isMailed } of told)
		if (isMailed) await addTask(db, 'notice-mail', { letter: 'notice', userId, noticeId });
	return told.map(({ userId }) => userId);
}

/**
 * Makes an announcement, as part of a transaction. One for all then reaches everyone in the background.
 * @returns its number
 */
export async function announce(
	{ db, addTask }: Parts,
	announcement: NewAnnouncement,
): Promise<number> {
	const announcementId = await insertAnnouncement(db, announcement);
	if (announcement.target === 'all') await addTask(db, 'announce', { announcementId });
	return announcementId;
}

/** @throws Refusal not_found when it is not there, or somebody else's */
export async function readEntry(db: Db, userId: number, entryId: string): Promise<void> {
	const key = readEntryId(entryId);
	const isThere =
		key &&
		('noticeId' in key
			? await setNoticeRead(db, userId, key.noticeId)
			: await setChatNoticed(db, userId, key));
	if (!isThere) throw new Refusal('not_found', NOTICE_MESSAGES.notFound);
}

/** @throws Refusal invalid for warnings that are not to be seen in the market */
export async function choose(db: Db, userId: number, choice: NoticeChoice): Promise<void> {
	if (choice.kind === 'warning' && !choice.inApp) {
		throw invalidField('inApp', NOTICE_MESSAGES.alwaysWarned);
	}
	await setChoice(db, userId, choice);
}

/**
 * Ends mails of one kind by the link in one of them; again and again is the same.
 * @returns whose, and of which kind
 * @throws Refusal invalid for a token that is not ours
 */
export async function endMailsByLink(
	db: Db,
	tokens: UnsubscribeTokens,
	token: string,
): Promise<Subscription> {
	const subscription = tokens.read(token);
	if (!subscription) throw invalidField('token', NOTICE_MESSAGES.linkOver);
	await endMails(db, subscription.userId, subscription.kind);
	return subscription;
}

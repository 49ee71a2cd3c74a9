import { and, eq, or, sql } from 'drizzle-orm';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { blocks, messages } from '#server/db/schema/chats.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { items } from '#server/db/schema/items.ts';
import { notices } from '#server/db/schema/notices.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { deleteChoices } from '#server/features/notifications/queries.ts';
import { ERASED } from './erasure-queries.ts';
import { confirmedEmailOf, isFeedbackOf, isMessageOf } from './export-conversations-queries.ts';

/** A person's messages keep their place, without their words. */
export async function eraseMessages(db: Db, userId: number): Promise<void> {
	await db.update(messages).set({ body: null, clientId: null }).where(isMessageOf(userId));
}

/** Both whom they have blocked and who has blocked them. */
export async function deleteBlocks(db: Db, userId: number): Promise<void> {
	await db.delete(blocks).where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)));
}

/**
 * What a person reported stays for the administrators to decide, without their words. Each keeps a number of its own:
 * of reports about the same thing that wait, no two may say the same.
 */
export async function eraseReports(db: Db, userId: number): Promise<void> {
	await db
		.update(itemReports)
		.set({ complaint: sql`${`${ERASED} `} || ${itemReports.id}` })
		.where(eq(itemReports.reporterId, userId));
	await db
		.update(userReports)
		.set({ complaint: sql`${`${ERASED} `} || ${userReports.id}` })
		.where(eq(userReports.reporterId, userId));
}

/**
 * Takes a person's feedback from the testimonials and erases everything but the rating. Where somebody else gave this
 * address, the address goes and their words stay.
 */
export async function eraseFeedback(db: Db, userId: number): Promise<void> {
	const email = sql`'deleted-' || ${feedback.id} || '@invalid'`;
	await db
		.update(feedback)
		.set({
			name: ACCOUNT_MESSAGES.deletedName,
			email,
			feedback: ERASED,
			isPublic: false,
			isFeatured: false,
		})
		.where(isFeedbackOf(userId));
	await db
		.update(feedback)
		.set({ email })
		.where(eq(feedback.email, confirmedEmailOf(userId)));
}

export async function deleteNotices(db: Db, userId: number): Promise<void> {
	await db.delete(notices).where(eq(notices.userId, userId));
	await deleteChoices(db, userId);
}

/**
 * Takes a person's name, and the titles of their items, out of what others were told of their reports. Such a notice is
 * made in the transaction that decides the report, so both have one time.
 */
export async function forgetInNotices(db: Db, userId: number): Promise<void> {
	await db
		.update(notices)
		.set({ message: outcomeText(userReports, ACCOUNT_MESSAGES.deletedName) })
		.from(userReports)
		.where(and(eq(userReports.reportedId, userId), tellsOf(userReports)));
	await db
		.update(notices)
		.set({ message: outcomeText(itemReports, ERASED) })
		.from(itemReports)
		.innerJoin(items, eq(items.id, itemReports.itemId))
		.where(and(eq(items.sellerId, userId), tellsOf(itemReports)));
}

type Reports = typeof itemReports | typeof userReports;

const outcomeText = ({ status }: Reports, about: string) => sql`case ${status}
	when 'resolved' then ${NOTICE_MESSAGES.reportResolvedText(about)}
	else ${NOTICE_MESSAGES.reportDismissedText(about)} end`;

const tellsOf = ({ reporterId, resolvedAt }: Reports) =>
	and(
		eq(notices.userId, reporterId),
		eq(notices.kind, 'report'),
		eq(notices.createdAt, resolvedAt),
	);

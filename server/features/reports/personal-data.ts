import { and, asc, eq, sql } from 'drizzle-orm';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { ERASED_TEXT, withIsoDates } from '#server/lib/personal-data.ts';
import type { ReportTable } from './queries.ts';

/** The reports that a user sent. Leaves out the actions taken, which are personal data of the reported users. */
export async function exportOf(
	db: Db,
	userId: number,
): Promise<Pick<PersonalData, 'itemReports' | 'userReports' | 'wantedReports' | 'reviewReports'>> {
	const ofItems = await db
		.select({ itemId: itemReports.itemId, ...sharedColumns(itemReports) })
		.from(itemReports)
		.where(eq(itemReports.reporterId, userId))
		.orderBy(asc(itemReports.id));
	const ofUsers = await db
		.select({
			personId: userReports.reportedId,
			itemId: userReports.itemId,
			chatItemId: userReports.chatItemId,
			chatBuyerId: userReports.chatBuyerId,
			...sharedColumns(userReports),
		})
		.from(userReports)
		.where(eq(userReports.reporterId, userId))
		.orderBy(asc(userReports.id));
	const ofWanted = await db
		.select({ wantedId: wantedReports.wantedId, ...sharedColumns(wantedReports) })
		.from(wantedReports)
		.where(eq(wantedReports.reporterId, userId))
		.orderBy(asc(wantedReports.id));
	const ofReviews = await db
		.select({ reviewId: reviewReports.reviewId, ...sharedColumns(reviewReports) })
		.from(reviewReports)
		.where(eq(reviewReports.reporterId, userId))
		.orderBy(asc(reviewReports.id));
	return {
		itemReports: ofItems.map(withIsoDates),
		wantedReports: ofWanted.map(withIsoDates),
		reviewReports: ofReviews.map(withIsoDates),
		userReports: ofUsers.map(({ chatItemId, chatBuyerId, ...report }) => ({
			...withIsoDates(report),
			roomId:
				chatItemId === null || chatBuyerId === null
					? null
					: formatRoomId({ itemId: chatItemId, buyerId: chatBuyerId }),
		})),
	};
}

function sharedColumns({ complaint, type, status, createdAt, resolvedAt }: ReportTable) {
	return { complaint, type, status, createdAt, resolvedAt };
}

/**
 * Erases the text of the user's reports; administrators can still decide them. The text gets the id of the report,
 * because pending reports about the same target must have different texts (unique index).
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	for (const table of [itemReports, userReports, wantedReports, reviewReports]) {
		await tx
			.update(table)
			.set({ complaint: sql`${`${ERASED_TEXT} `} || ${table.id}` })
			.where(eq(table.reporterId, userId));
	}
	await redactOutcomes(tx, userId);
}

/** Removes a user's name and titles from the notifications that informed others about the outcome of their reports. */
async function redactOutcomes(tx: Db, userId: number): Promise<void> {
	await tx
		.update(notifications)
		.set({ message: outcomeText(userReports, ACCOUNT_MESSAGES.deletedName) })
		.from(userReports)
		.where(and(eq(userReports.reportedId, userId), eq(notifications.userReportId, userReports.id)));
	await tx
		.update(notifications)
		.set({ message: outcomeText(itemReports, ERASED_TEXT) })
		.from(itemReports)
		.innerJoin(items, eq(items.id, itemReports.itemId))
		.where(and(eq(items.sellerId, userId), eq(notifications.itemReportId, itemReports.id)));
	await tx
		.update(notifications)
		.set({ message: outcomeText(wantedReports, ERASED_TEXT) })
		.from(wantedReports)
		.innerJoin(wantedPosts, eq(wantedPosts.id, wantedReports.wantedId))
		.where(and(eq(wantedPosts.userId, userId), eq(notifications.wantedReportId, wantedReports.id)));
	await tx
		.update(notifications)
		.set({
			message: outcomeText(reviewReports, REPORT_MESSAGES.reviewOf(ACCOUNT_MESSAGES.deletedName)),
		})
		.from(reviewReports)
		.innerJoin(dealReviews, eq(dealReviews.id, reviewReports.reviewId))
		.where(
			and(eq(dealReviews.aboutId, userId), eq(notifications.reviewReportId, reviewReports.id)),
		);
}

const outcomeText = ({ status }: ReportTable, about: string) => sql`case ${status}
	when 'resolved' then ${NOTIFICATION_MESSAGES.reportResolvedText(about)}
	when 'pending' then ${NOTIFICATION_MESSAGES.reportReopenedText(about)}
	else ${NOTIFICATION_MESSAGES.reportDismissedText(about)} end`;

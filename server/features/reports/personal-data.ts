import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, inArray, type SQL, sql } from '#server/db/drizzle.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { ERASED_TEXT, withIsoDates } from '#server/lib/personal-data.ts';

/** The reports that a user sent. Leaves out the actions taken, which are personal data of the reported users. */
export async function exportOf(
	db: Db,
	userId: number,
): Promise<Pick<PersonalData, 'itemReports' | 'userReports' | 'wantedReports' | 'reviewReports'>> {
	const sent = await db
		.select()
		.from(reports)
		.where(eq(reports.reporterId, userId))
		.orderBy(asc(reports.id));
	return {
		itemReports: sent.flatMap((report) =>
			report.itemId === null ? [] : { itemId: report.itemId, ...ownWords(report) },
		),
		wantedReports: sent.flatMap((report) =>
			report.wantedId === null ? [] : { wantedId: report.wantedId, ...ownWords(report) },
		),
		reviewReports: sent.flatMap((report) =>
			report.reviewId === null ? [] : { reviewId: report.reviewId, ...ownWords(report) },
		),
		userReports: sent.flatMap((report) => {
			if (report.reportedId === null) return [];
			const { reportedId, mentionedItemId, chatItemId, chatBuyerId } = report;
			return {
				personId: reportedId,
				itemId: mentionedItemId,
				...ownWords(report),
				roomId:
					chatItemId === null || chatBuyerId === null
						? null
						: formatRoomId({ itemId: chatItemId, buyerId: chatBuyerId }),
			};
		}),
	};
}

/** What the reporter wrote and knows of a report of any kind. */
function ownWords(report: typeof reports.$inferSelect) {
	const { complaint, type, status, createdAt, resolvedAt } = report;
	return withIsoDates({ complaint, type, status, createdAt, resolvedAt });
}

/**
 * Erases the text of the user's reports; administrators can still decide them. The text gets the id of the report,
 * because pending reports about the same target must have different texts (unique index).
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	await tx
		.update(reports)
		.set({ complaint: sql`${`${ERASED_TEXT} `} || ${reports.id}` })
		.where(eq(reports.reporterId, userId));
	await redactOutcomes(tx, userId);
}

/** Removes a user's name and titles from the notifications that informed others about the outcome of their reports. */
async function redactOutcomes(tx: Db, userId: number): Promise<void> {
	const ownItems = tx.select({ id: items.id }).from(items).where(eq(items.sellerId, userId));
	const ownPosts = tx
		.select({ id: wantedPosts.id })
		.from(wantedPosts)
		.where(eq(wantedPosts.userId, userId));
	const reviewsOfUser = tx
		.select({ id: dealReviews.id })
		.from(dealReviews)
		.where(eq(dealReviews.aboutId, userId));
	// Separate statements, each of which finds the reports by an index.
	const redactions: [reports: SQL, about: string][] = [
		[eq(reports.reportedId, userId), ACCOUNT_MESSAGES.deletedName],
		[inArray(reports.itemId, ownItems), ERASED_TEXT],
		[inArray(reports.wantedId, ownPosts), ERASED_TEXT],
		[
			inArray(reports.reviewId, reviewsOfUser),
			REPORT_MESSAGES.reviewOf(ACCOUNT_MESSAGES.deletedName),
		],
	];
	for (const [isAboutUser, about] of redactions) {
		await tx
			.update(notifications)
			.set({ message: outcomeText(about) })
			.from(reports)
			.where(
				and(
					isAboutUser,
					eq(notifications.reportKind, reports.kind),
					eq(notifications.reportId, reports.id),
				),
			);
	}
}

const outcomeText = (about: string) => sql`case ${reports.status}
	when 'resolved' then ${NOTIFICATION_MESSAGES.reportResolvedText(about)}
	when 'pending' then ${NOTIFICATION_MESSAGES.reportReopenedText(about)}
	else ${NOTIFICATION_MESSAGES.reportDismissedText(about)} end`;

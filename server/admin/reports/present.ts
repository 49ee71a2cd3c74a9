import type { AdminDealSummary } from '#contract/admin/deals.ts';
import type { AdminItemReport, AdminUserReport, PersonRecord } from '#contract/admin/reports.ts';
import type { AdminReviewReport } from '#contract/admin/review-reports.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { REPORT_LIMITS } from '#contract/reports/facts.ts';
import type { Column } from '#server/admin/kit/list.ts';
import type { listPersonRecords } from '#server/admin/kit/queries.ts';
import { presentReviewContent } from '#server/features/deals/present.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import type {
	ItemReportRow,
	listPendingReports,
	ReportRow,
	ReviewReportRow,
	UserReportRow,
} from './queries.ts';

/** A report about an item, with the item as it is now. */
export function presentItemReport(row: ItemReportRow, photoUrls: PhotoUrls): AdminItemReport {
	return {
		...presentReport(row),
		type: row.type as AdminItemReport['type'],
		action: row.action as AdminItemReport['action'],
		Item: {
			id: row.itemId,
			title: row.title,
			status: statusOf(row),
			isDeleted: row.isDeleted,
			image: row.cover === null ? null : photoUrlOf(row, row.cover, photoUrls),
			Owner: {
				...presentPerson(row.ownerId, row.ownerName, row.ownerIsGone),
				isBanned: row.ownerIsBanned,
			},
		},
	};
}

/** A report about a user, with the user as they are now. */
export function presentUserReport(row: UserReportRow): AdminUserReport {
	return {
		...presentReport(row),
		type: row.type as AdminUserReport['type'],
		action: row.action as AdminUserReport['action'],
		itemId: row.itemId,
		roomId: roomIdOf(row),
		chatKeptUntil: chatKeptUntil(row),
		deal: dealOf(row),
		reportedUser: {
			...presentPerson(row.reportedId, row.reportedName, row.reportedIsGone),
			isVerified: row.reportedIsVerified,
			isBanned: row.reportedIsBanned,
		},
	};
}

/** A report about a review, with the review as it is now. */
export function presentReviewReport(row: ReviewReportRow): AdminReviewReport {
	return {
		...presentReport(row),
		type: row.type as AdminReviewReport['type'],
		action: row.action as AdminReviewReport['action'],
		Review: {
			id: row.reviewId,
			role: row.role,
			...presentReviewContent({ ...row, createdAt: row.writtenAt }),
			isHidden: row.isHidden,
			writer: presentPerson(row.writerId, row.writerName, row.writerIsGone),
			about: presentPerson(row.aboutId, row.aboutName, row.aboutIsGone),
			itemId: row.itemId,
		},
	};
}

/** @template Type the types that reports of this kind have */
export function presentPendingReport<Type extends string>({
	reporter,
	...row
}: Awaited<ReturnType<typeof listPendingReports>>[number]) {
	return {
		...row,
		type: row.type as Type,
		createdAt: row.createdAt.toISOString(),
		reporter: presentPerson(reporter.id, reporter.userName, reporter.deletedAt !== null),
	};
}

export function presentPersonRecord({
	joinedAt,
	...counts
}: Awaited<ReturnType<typeof listPersonRecords>>[number]): PersonRecord {
	return { ...counts, joinedAt: toIsoString(joinedAt) };
}

function presentPerson(id: number, userName: string, isGone: boolean) {
	return { id, userName, ...(isGone && { isGone }) };
}

function presentReport(row: ReportRow) {
	const { id, complaint, adminNotes, resolverId, resolverName } = row;
	const { pendingForTarget, reportsForTarget, reportersForTarget } = row;
	return {
		id,
		complaint,
		status: row.status as AdminItemReport['status'],
		createdAt: toIsoString(row.createdAt),
		resolvedAt: row.resolvedAt === null ? null : toIsoString(row.resolvedAt),
		adminNotes,
		reporter: presentPerson(row.reporterId, row.reporterName, row.reporterIsGone),
		resolver:
			resolverId === null || resolverName === null
				? null
				: { id: resolverId, username: resolverName },
		pendingForTarget,
		reportsForTarget,
		reportersForTarget,
	};
}

function toIsoString(timestamp: string): string {
	return new Date(timestamp).toISOString();
}

function statusOf(row: ItemReportRow): AdminItemReport['Item']['status'] {
	const { isBanned, isRemoved, isSold } = row;
	if (isBanned) return 'banned';
	if (isRemoved) return 'removed';
	return isSold ? 'sold' : 'available';
}

/** The URL is signed when the public does not see the item. */
function photoUrlOf(row: ItemReportRow, hash: string, photoUrls: PhotoUrls): string {
	const isHidden = row.isBanned || row.isDeleted || row.ownerIsBanned || row.ownerIsGone;
	return isHidden ? photoUrls.signed(hash) : photoUrls.of(hash);
}

function roomIdOf({ chatItemId, chatBuyerId }: UserReportRow): string | null {
	if (chatItemId === null || chatBuyerId === null) return null;
	return formatRoomId({ itemId: chatItemId, buyerId: chatBuyerId });
}

function chatKeptUntil({ chatKeptSince }: UserReportRow): string | null {
	if (chatKeptSince === null) return null;
	const until = new Date(chatKeptSince);
	until.setUTCDate(until.getUTCDate() + REPORT_LIMITS.chatKeptDays);
	return until.toISOString();
}

function dealOf(row: UserReportRow): AdminDealSummary | null {
	const { chatItemId, chatBuyerId, dealTitle, dealStartedAt, lastStepType, lastStepAt } = row;
	if (chatItemId === null || chatBuyerId === null || dealTitle === null || dealStartedAt === null)
		return null;
	return {
		itemId: chatItemId,
		itemTitle: dealTitle,
		buyerId: chatBuyerId,
		startedAt: toIsoString(dealStartedAt),
		lastStep:
			lastStepType === null || lastStepAt === null
				? null
				: { type: lastStepType, at: toIsoString(lastStepAt) },
	};
}

/** The columns of every export, around those of the target. */
function reportColumns<Row extends ReportRow>(
	targetColumns: readonly Column<Row>[],
): Column<Row>[] {
	return [
		{ title: 'Report', value: ({ id }) => id },
		{ title: 'Sent', value: ({ createdAt }) => new Date(createdAt) },
		...targetColumns,
		{ title: 'Type', value: ({ type }) => type },
		{ title: 'Complaint', value: ({ complaint }) => complaint },
		{ title: 'Reporter number', value: ({ reporterId }) => reporterId },
		{ title: 'Reporter', value: ({ reporterName }) => reporterName },
		{ title: 'Status', value: ({ status }) => status },
		{ title: 'Action', value: ({ action }) => action },
		{ title: 'Notes', value: ({ adminNotes }) => adminNotes },
		{ title: 'Decided by', value: ({ resolverName }) => resolverName },
		{ title: 'Decided', value: ({ resolvedAt }) => resolvedAt && new Date(resolvedAt) },
	];
}

export const ITEM_REPORT_COLUMNS = reportColumns<ItemReportRow>([
	{ title: 'Item number', value: ({ itemId }) => itemId },
	{ title: 'Item', value: ({ title }) => title },
	{ title: 'Owner number', value: ({ ownerId }) => ownerId },
	{ title: 'Owner', value: ({ ownerName }) => ownerName },
]);

export const USER_REPORT_COLUMNS = reportColumns<UserReportRow>([
	{ title: 'User number', value: ({ reportedId }) => reportedId },
	{ title: 'User', value: ({ reportedName }) => reportedName },
	{ title: 'Item number', value: ({ itemId }) => itemId },
	{ title: 'Chat', value: roomIdOf },
]);

export const REVIEW_REPORT_COLUMNS = reportColumns<ReviewReportRow>([
	{ title: 'Review number', value: ({ reviewId }) => reviewId },
	{ title: 'Stars', value: ({ stars }) => stars },
	{ title: 'Review', value: ({ text }) => text },
	{ title: 'Writer number', value: ({ writerId }) => writerId },
	{ title: 'Writer', value: ({ writerName }) => writerName },
	{ title: 'About number', value: ({ aboutId }) => aboutId },
	{ title: 'About', value: ({ aboutName }) => aboutName },
]);

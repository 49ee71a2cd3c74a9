import type { AdminItemReport, AdminUserReport } from '#contract/admin/reports.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Column } from '#server/admin/kit/csv.ts';
import type { PhotoUrls } from '#server/storage/published-photos.ts';
import type { ItemReportRow } from './item-report-queries.ts';
import type { OtherReportRow } from './other-reports-queries.ts';
import type { ReportRow } from './search-queries.ts';
import type { UserReportRow } from './user-report-queries.ts';

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
			image: row.cover === null ? null : addressOf(row, row.cover, photoUrls),
			Owner: {
				...personOf(row.ownerId, row.ownerName, row.ownerIsGone),
				isBanned: row.ownerIsBanned,
			},
		},
	};
}

export function presentUserReport(row: UserReportRow): AdminUserReport {
	return {
		...presentReport(row),
		type: row.type as AdminUserReport['type'],
		action: row.action as AdminUserReport['action'],
		itemId: row.itemId,
		roomId: roomOf(row),
		reportedUser: {
			...personOf(row.reportedId, row.reportedName, row.reportedIsGone),
			isVerified: row.reportedIsVerified,
			isBanned: row.reportedIsBanned,
		},
	};
}

/** `Type` is the kind's. */
export function presentOther<Type extends string>({ reporter, ...row }: OtherReportRow) {
	return {
		...row,
		type: row.type as Type,
		createdAt: row.createdAt.toISOString(),
		reporter: personOf(reporter.id, reporter.userName, reporter.deletedAt !== null),
	};
}

function personOf(id: number, userName: string, isGone: boolean) {
	return { id, userName, ...(isGone && { isGone }) };
}

function presentReport(row: ReportRow) {
	const { id, complaint, adminNotes, resolverId, resolverName, pendingForTarget } = row;
	return {
		id,
		complaint,
		status: row.status as AdminItemReport['status'],
		createdAt: momentOf(row.createdAt),
		resolvedAt: row.resolvedAt === null ? null : momentOf(row.resolvedAt),
		adminNotes,
		reporter: personOf(row.reporterId, row.reporterName, row.reporterIsGone),
		resolver:
			resolverId === null || resolverName === null
				? null
				: { id: resolverId, username: resolverName },
		pendingForTarget,
	};
}

function momentOf(written: string): string {
	return new Date(written).toISOString();
}

function statusOf({ isBanned, isSold }: ItemReportRow): AdminItemReport['Item']['status'] {
	if (isBanned) return 'banned';
	return isSold ? 'sold' : 'available';
}

/** Signed where the public does not see the item. */
function addressOf(row: ItemReportRow, hash: string, photoUrls: PhotoUrls): string {
	const isHidden = row.isBanned || row.isDeleted || row.ownerIsBanned || row.ownerIsGone;
	return isHidden ? photoUrls.signed(hash) : photoUrls.of(hash);
}

function roomOf({ chatItemId, chatBuyerId }: UserReportRow): string | null {
	if (chatItemId === null || chatBuyerId === null) return null;
	return formatRoomId({ itemId: chatItemId, buyerId: chatBuyerId });
}

/** The columns of both exports, around those that say what is reported. */
function columns<Row extends ReportRow>(about: readonly Column<Row>[]): Column<Row>[] {
	return [
		{ title: 'Report', of: ({ id }) => id },
		{ title: 'Sent', of: ({ createdAt }) => momentOf(createdAt) },
		...about,
		{ title: 'Type', of: ({ type }) => type },
		{ title: 'Complaint', of: ({ complaint }) => complaint },
		{ title: 'Reporter number', of: ({ reporterId }) => reporterId },
		{ title: 'Reporter', of: ({ reporterName }) => reporterName },
		{ title: 'Status', of: ({ status }) => status },
		{ title: 'Action', of: ({ action }) => action },
		{ title: 'Notes', of: ({ adminNotes }) => adminNotes },
		{ title: 'Decided by', of: ({ resolverName }) => resolverName },
		{ title: 'Decided', of: ({ resolvedAt }) => resolvedAt && momentOf(resolvedAt) },
	];
}

export const ITEM_REPORT_COLUMNS = columns<ItemReportRow>([
	{ title: 'Item number', of: ({ itemId }) => itemId },
	{ title: 'Item', of: ({ title }) => title },
	{ title: 'Owner number', of: ({ ownerId }) => ownerId },
	{ title: 'Owner', of: ({ ownerName }) => ownerName },
]);

export const USER_REPORT_COLUMNS = columns<UserReportRow>([
	{ title: 'User number', of: ({ reportedId }) => reportedId },
	{ title: 'User', of: ({ reportedName }) => reportedName },
	{ title: 'Item number', of: ({ itemId }) => itemId },
	{ title: 'Chat', of: roomOf },
]);

import { sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import { USER_REPORTS } from '#server/features/reports/queries.ts';
import type { ReportList, ReportRow } from './search-queries.ts';

/** A report about a user, with the user as they are now. */
export interface UserReportRow extends ReportRow {
	itemId: number | null;
	chatItemId: number | null;
	chatBuyerId: number | null;
	reportedId: number;
	reportedName: string;
	reportedIsVerified: boolean;
	reportedIsBanned: boolean;
	reportedIsGone: boolean;
}

export const USER_REPORT_LIST: ReportList = {
	...USER_REPORTS,
	columns: sql`
		report.item_id as "itemId", report.chat_item_id as "chatItemId", report.chat_buyer_id as "chatBuyerId",
		reported.id as "reportedId", reported.user_name as "reportedName",
		reported.verified_at is not null as "reportedIsVerified",
		reported.banned_at is not null as "reportedIsBanned",
		reported.deleted_at is not null as "reportedIsGone"`,
	joins: sql`join ${users} reported on reported.id = report.reported_id`,
};

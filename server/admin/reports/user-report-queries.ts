import { sql } from 'drizzle-orm';
import { admins } from '#server/db/schema/admins.ts';
import { userReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import type { ReportList, ReportRow } from './search-queries.ts';
import { REPORT_COLUMNS } from './search-queries.ts';

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

/** Pending reports are counted once per user of the page, however many of their reports are on it. */
export const USER_REPORT_LIST: ReportList = {
	table: userReports,
	target: userReports.reportedId,
	selectRows: sql`
		select ${REPORT_COLUMNS},
			report.item_id as "itemId", report.chat_item_id as "chatItemId", report.chat_buyer_id as "chatBuyerId",
			reported.id as "reportedId", reported.user_name as "reportedName",
			reported.verified_at is not null as "reportedIsVerified",
			reported.banned_at is not null as "reportedIsBanned",
			reported.deleted_at is not null as "reportedIsGone",
			coalesce(waiting.number, 0) as "pendingForTarget"
		from page
		join ${userReports} report on report.id = page.id
		join ${users} reporter on reporter.id = report.reporter_id
		join ${users} reported on reported.id = report.reported_id
		left join ${admins} resolver on resolver.id = report.resolved_by
		left join (
			select reported_id, count(*)::int as number from ${userReports}
			where status = 'pending'
				and reported_id in (select reported_id from page join ${userReports} using (id))
			group by reported_id
		) waiting on waiting.reported_id = reported.id`,
};

import { sql } from 'drizzle-orm';
import type { DealEventType } from '#contract/deals/facts.ts';
import { dealSteps, deals } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { isChatKept } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { USER_REPORTS } from '#server/features/reports/queries.ts';
import { containsWords, type ReportList, type ReportRow } from './search-queries.ts';

/** A report about a user, with the user as they are now. */
export interface UserReportRow extends ReportRow {
	itemId: number | null;
	chatItemId: number | null;
	chatBuyerId: number | null;
	/** When the report was decided, if what was read of its chat is kept. */
	chatKeptSince: string | null;
	reportedId: number;
	reportedName: string;
	reportedIsVerified: boolean;
	reportedIsBanned: boolean;
	reportedIsGone: boolean;
	/** Null, like the fields below, unless the two people of the reported chat have a deal. */
	dealTitle: string | null;
	dealStartedAt: string | null;
	lastStepType: DealEventType | null;
	lastStepAt: string | null;
}

/** The columns, joins and search of the list of reports about users. */
export const USER_REPORT_LIST: ReportList = {
	...USER_REPORTS,
	matchesSearch: containsWords(USER_REPORTS.table),
	columns: sql`
		report.item_id as "itemId", report.chat_item_id as "chatItemId", report.chat_buyer_id as "chatBuyerId",
		case when ${isChatKept({ readMessageIds: sql`report.read_message_ids`, resolvedAt: sql`report.resolved_at` })}
			then report.resolved_at end as "chatKeptSince",
		reported.id as "reportedId", reported.user_name as "reportedName",
		reported.verified_at is not null as "reportedIsVerified",
		reported.banned_at is not null as "reportedIsBanned",
		reported.deleted_at is not null as "reportedIsGone",
		case when deal.item_id is not null then dealt.title end as "dealTitle", deal.started_at as "dealStartedAt",
		step.event ->> 'type' as "lastStepType", step.created_at as "lastStepAt"`,
	joins: sql`
		join ${users} reported on reported.id = report.reported_id
		left join ${deals} deal on deal.item_id = report.chat_item_id and deal.buyer_id = report.chat_buyer_id
		left join ${items} dealt on dealt.id = deal.item_id
		left join lateral (
			select event, created_at from ${dealSteps}
			where item_id = deal.item_id and buyer_id = deal.buyer_id order by id desc limit 1
		) step on true`,
};

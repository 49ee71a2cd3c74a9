import { sql } from 'drizzle-orm';
import { admins } from '#server/db/schema/admins.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { itemReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import type { ReportList, ReportRow } from './search-queries.ts';
import { REPORT_COLUMNS } from './search-queries.ts';

/** A report about an item, with the item and its owner as they are now. */
export interface ItemReportRow extends ReportRow {
	itemId: number;
	title: string;
	isBanned: boolean;
	isSold: boolean;
	isDeleted: boolean;
	/** Hash of the first photo. */
	cover: string | null;
	ownerId: number;
	ownerName: string;
	ownerIsBanned: boolean;
	ownerIsGone: boolean;
}

/** Pending reports are counted once per item of the page, however many of its reports are on it. */
export const ITEM_REPORT_LIST: ReportList = {
	table: itemReports,
	target: itemReports.itemId,
	selectRows: sql`
		select ${REPORT_COLUMNS},
			item.id as "itemId", item.title, item.banned_at is not null as "isBanned",
			item.sold_at is not null as "isSold", item.deleted_at is not null as "isDeleted",
			cover.photo_hash as cover,
			owner.id as "ownerId", owner.user_name as "ownerName",
			owner.banned_at is not null as "ownerIsBanned", owner.deleted_at is not null as "ownerIsGone",
			coalesce(waiting.number, 0) as "pendingForTarget"
		from page
		join ${itemReports} report on report.id = page.id
		join ${users} reporter on reporter.id = report.reporter_id
		join ${items} item on item.id = report.item_id
		join ${users} owner on owner.id = item.seller_id
		left join ${admins} resolver on resolver.id = report.resolved_by
		left join ${itemPhotos} cover on cover.item_id = item.id and cover.position = 0
		left join (
			select item_id, count(*)::int as number from ${itemReports}
			where status = 'pending'
				and item_id in (select item_id from page join ${itemReports} using (id))
			group by item_id
		) waiting on waiting.item_id = item.id`,
};

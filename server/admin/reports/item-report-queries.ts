import { sql } from 'drizzle-orm';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { ITEM_REPORTS } from '#server/features/reports/queries.ts';
import { containsWords, type ReportList, type ReportRow } from './search-queries.ts';

/** A report about an item, with the item and its owner as they are now. */
export interface ItemReportRow extends ReportRow {
	itemId: number;
	title: string;
	isBanned: boolean;
	isSold: boolean;
	isDeleted: boolean;
	/** Its owner removed it; it is deleted then, too. */
	isRemoved: boolean;
	/** Hash of the first photo. */
	cover: string | null;
	ownerId: number;
	ownerName: string;
	ownerIsBanned: boolean;
	ownerIsGone: boolean;
}

/** The columns, joins and search of the list of reports about items. */
export const ITEM_REPORT_LIST: ReportList = {
	...ITEM_REPORTS,
	matchesSearch: containsWords(ITEM_REPORTS.table),
	columns: sql`
		item.id as "itemId", item.title, item.banned_at is not null as "isBanned",
		item.sold_at is not null as "isSold", item.deleted_at is not null as "isDeleted",
		coalesce(item.removed_at = item.deleted_at, false) as "isRemoved",
		cover.photo_hash as cover,
		owner.id as "ownerId", owner.user_name as "ownerName",
		owner.banned_at is not null as "ownerIsBanned", owner.deleted_at is not null as "ownerIsGone"`,
	joins: sql`
		join ${items} item on item.id = report.item_id
		join ${users} owner on owner.id = item.seller_id
		left join ${itemPhotos} cover on cover.item_id = item.id and cover.position = 0`,
};

import { STUDIES_LIMITS } from '#contract/studies/facts.ts';
import type { Db } from '#server/db/client.ts';
import { desc, sql } from '#server/db/drizzle.ts';
import { buildOncePerPool } from '#server/db/prepared-statements.ts';
import { subjects } from '#server/db/schema/catalogue.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { studies } from '#server/db/schema/studies.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { IS_LISTED, type ItemRow, itemRows } from '#server/features/items/queries.ts';
import { semesterToday } from './queries.ts';

/**
 * The newest items on sale with a subject of the user's branch in the current or next semester. Leaves out the user's
 * own items, and those of sellers with a block between them and the user. Empty for a user without a branch.
 */
export function listItemsFor(db: Db, userId: number, timeZone: string): Promise<ItemRow[]> {
	return itemsForUser(db).execute({ userId, timeZone });
}

const USER = sql`${sql.placeholder('userId')}::int`;

const SUBJECT_CODES = sql`
	select ${subjects.code} from ${subjects} join own on ${subjects.branchCode} = own.branch
	where ${subjects.semester} between own.semester and own.semester + 1`;

/**
 * Collects the matching items before sorting: as PostgreSQL cannot estimate their number, it would otherwise scan all
 * items on sale, newest first, however rare the subjects are.
 */
const NEWEST_FITTING = sql`
	with own as materialized (
		select ${studies.branchCode} as branch, ${semesterToday(sql.placeholder('timeZone'))} as semester
		from ${studies} where ${studies.userId} = ${USER} and ${studies.branchCode} is not null
	), fitting as materialized (
		select ${items.id} as id from ${items}
		where ${IS_LISTED} and ${items.subjects} && array(${SUBJECT_CODES})
			and ${items.sellerId} <> ${USER}
			and not exists (select from ${blocks} where ${isBlockBetween(items.sellerId, USER)})
	)
	select id from fitting order by id desc limit ${sql.raw(String(STUDIES_LIMITS.itemsMax))}`;

const itemsForUser = buildOncePerPool((db) =>
	itemRows(db)
		.where(sql`${items.id} in (${NEWEST_FITTING})`)
		.orderBy(desc(items.id))
		.prepare('items for a semester'),
);

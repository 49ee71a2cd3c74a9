import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { isPublic, visibilityColumnsOf } from '#server/db/expressions.ts';
import { categories, subjects } from '#server/db/schema/catalogue.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import {
	savedSearchAnchors,
	savedSearches,
	savedSearchMatches,
} from '#server/db/schema/saved-searches.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import {
	type FilterColumns,
	matchesColumns,
	selectWithMarks,
} from '#server/features/items/matching/queries.ts';
import { CATEGORY_SIGN, EVERY_ITEM, SUBJECT_SIGN } from './anchors.ts';
import { type AlertTimes, setDue } from './due-queries.ts';

const column = (name: string) => sql`search.${sql.identifier(name)}`;
const nullable = (name: string) => ({
	isSet: sql`${column(name)} is not null`,
	value: column(name),
});

/**
 * The filters in the row `search` of a saved search. For a deleted category the value is null, so that the search
 * matches nothing.
 */
const FILTER_COLUMNS: FilterColumns = {
	category: {
		isSet: sql`${column('category_id')} is not null`,
		value: sql`(select ${categories.name} from ${categories} where ${categories.id} = ${column('category_id')})`,
	},
	query: nullable('word_query'),
	minPrice: nullable('min_price'),
	maxPrice: nullable('max_price'),
	condition: nullable('conditions'),
	free: { isSet: column('is_free'), value: sql`true` },
	course: {
		isSet: sql`num_nonnulls(${column('subject')}, ${column('branch')}, ${column('semester')}) > 0`,
		value: sql`array(
			select ${subjects.code} from ${subjects}
			where (${column('subject')} is null or ${subjects.code} = ${column('subject')})
				and (${column('branch')} is null or ${subjects.branchCode} = ${column('branch')})
				and (${column('semester')} is null or ${subjects.semester} = ${column('semester')}))`,
	},
	verified: { isSet: column('is_verified'), value: sql`true` },
};

const { query: _words, ...FILTER_COLUMNS_WITHOUT_WORDS } = FILTER_COLUMNS;

/**
 * SQL condition: the item in `items` still matches the saved search in `search`, which it matched when it was posted.
 * Does not compare the words, as a change of the title or description is ignored.
 */
export const STILL_MATCHES: SQL = matchesColumns(FILTER_COLUMNS_WITHOUT_WORDS);

/**
 * SQL condition: the item in `items`, a row of `selectWithMarks`, matches the older saved search in `search`, and the
 * user in `owner` is to be notified. False for hidden owners, for the seller of the item, and for users with a block
 * between them and the seller.
 */
export const IS_FOR_OWNER: SQL = sql`
	search.user_id <> ${items.sellerId} and ${items.createdAt} > search.created_at
	and ${isPublic(visibilityColumnsOf('owner'))} and ${matchesColumns(FILTER_COLUMNS)}
	and not exists (select from ${blocks} where ${isBlockBetween(sql`search.user_id`, items.sellerId)})`;

/**
 * Stores which saved searches new items match, and sets when the owners are notified. Candidates are found by their
 * anchors, and then compared with the item as in a listing. Matches that are already stored stay unchanged. Those of
 * searches whose alert is off are settled at once: their owners are not notified, even if they turn it on later. One
 * statement does all of this: thousands of searches may match, and would otherwise be sent to this process and back.
 */
export async function insertMatches(
	db: Db,
	itemIds: readonly number[],
	times: AlertTimes,
): Promise<void> {
	await db.execute(sql`
		with posted as materialized (${selectWithMarks(itemIds)}),
		candidates as materialized (
			select distinct posted.id as item_id, anchored.search_id
			from posted
			cross join lateral unnest(
				posted.words
				|| array(select ${SUBJECT_SIGN}::text || subject from unnest(posted.subjects) as subject)
				|| array[${CATEGORY_SIGN}::text || posted.category_id, ${EVERY_ITEM}::text]
			) as found (anchor)
			join ${savedSearchAnchors} anchored on anchored.anchor = found.anchor
		), inserted as (
			insert into ${savedSearchMatches} (search_id, item_id, settled_at)
			select search.id, ${items.id},
				case when search.alert = 'off' then ${times.now.toISOString()}::timestamptz end
			from candidates
			join posted as ${items} on ${items.id} = candidates.item_id
			join ${savedSearches} search on search.id = candidates.search_id
			join ${users} owner on owner.id = search.user_id
			where ${IS_FOR_OWNER}
			order by search.id, ${items.id}
			on conflict do nothing
			returning search_id, settled_at
		)
		${setDue(sql`select search_id from inserted where settled_at is null`, times)}`);
}

import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { CATEGORIES, type Category, ITEM_LIMITS, type Sort } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { items } from '#server/db/schema/items.ts';
import { ON_SALE, SELLER_HIDDEN, VERSION } from './conditions.ts';
import type { FoundPlace, Listing } from './listing.ts';
import { BEHIND, KEYS, NEWEST_WITHIN, ORDERS, type Placed, WITH_SELLERS } from './sort-orders.ts';

/**
 * The next items in the listing's order, of a listing that takes all of them: what is asked most. How many and of which
 * category stands in the statement itself, or the planner would not know that it is few, and how common they are; so one of
 * a few numbers is asked for.
 */
export async function turnTo(
	db: Db,
	{ category, sort, after, limit }: Listing,
): Promise<FoundPlace[]> {
	if (category !== undefined && !isCategory(category)) return [];
	const most = PIECES.find((piece) => piece >= limit) ?? limit;
	const kind = { sort, most, category, isLater: after !== undefined };
	const name = `turn to ${Object.values(kind).join(' ')}`;
	const turn = turns.get(name) ?? prepared<FoundPlace>(name, turnStatement(kind));
	turns.set(name, turn);
	return (await turn(db, { ...after })).slice(0, limit);
}

const PIECES = [9, 25, 101, ITEM_LIMITS.wholeList] as const;
const turns = new Map<string, ReturnType<typeof prepared<FoundPlace>>>();

interface Turn {
	sort: Sort;
	most: number;
	category: Category | undefined;
	/** Not the first page. */
	isLater: boolean;
}

function turnStatement({ sort, most, category, isLater }: Turn): SQL {
	const place = { id: sql.placeholder('id'), key: sql.placeholder('key') };
	const after = isLater ? place : undefined;
	const { condition, order } = stretch(sort, after, category);
	return sql`
		select ${items.id}, ${KEYS[sort]} as key, ${VERSION} as version from ${items} ${WITH_SELLERS}
		where ${ON_SALE} and not ${SELLER_HIDDEN} and ${condition}
		order by ${order} limit ${sql.raw(String(most))}`;
}

/** An order from its start or behind a place. */
function stretch(
	sort: Sort,
	after: Placed | undefined,
	category: Category | undefined,
): { condition: SQL; order: SQL } {
	const behind = after && BEHIND[sort](after);
	if (category === undefined) return { condition: behind ?? sql`true`, order: ORDERS[sort] };
	const named = sql.raw(pg.escapeLiteral(category));
	if (sort !== 'newest') {
		const condition = sql`${items.category} = ${named} and ${behind ?? sql`true`}`;
		return { condition, order: ORDERS[sort] };
	}
	const end = after
		? sql`(${items.category}, ${items.id}) < (${named}, ${after.id})`
		: sql`${items.category} <= ${named}`;
	return {
		condition: sql`${items.category} >= ${named} and ${end}`,
		order: NEWEST_WITHIN,
	};
}

function isCategory(word: string): word is Category {
	return CATEGORIES.some((category) => category === word);
}

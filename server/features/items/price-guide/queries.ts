import { type SQL, sql } from 'drizzle-orm';
import type { Condition } from '#contract/items/facts.ts';
import { PRICE_GUIDE_LIMITS } from '#contract/items/price-guide.ts';
import type { Db } from '#server/db/client.ts';
import { isSold, items } from '#server/db/schema/items.ts';
import { SELLER_VISIBLE } from '#server/features/items/search/conditions.ts';
import { isEnoughFor, type Reference, type Sale } from './rules.ts';

/**
 * The newest sales, of the condition if one is given, are compared first; all sales are read only if too few of these
 * are similar. A common title has thousands of similar sales in the index, and reading them takes ten times as long.
 */
const NEWEST_SALES = 1000;
/** More sales hardly change the quartiles. */
const SALES_MAX = 200;

const SOLD = isSold(items);
/** The price that the seller reported, else the last asking price. */
const SALE_PRICE = sql`coalesce(${items.soldPrice}, ${items.price})`;
const IS_COUNTED = sql`${SALE_PRICE} > 0 and ${SELLER_VISIBLE}
	and ${items.soldAt} > now() - make_interval(months => ${PRICE_GUIDE_LIMITS.months})`;

/**
 * The newest sales of a category with a similar title or the same subject, at most 200. Leaves out free items and
 * those that are no longer public.
 * @param condition of the item to be priced: if enough similar sales have it, only these are returned
 */
export async function listSalesAlike(
	db: Db,
	reference: Reference,
	condition?: Condition,
): Promise<Sale[]> {
	if (reference.category === undefined) return [];
	const newest = await listSales(db, alikeAmongNewest(reference, condition));
	if (isEnoughFor(newest, condition)) return newest;
	return listSales(db, alikeAmongAll(reference));
}

function alikeAmongNewest(
	{ title, category, subject }: Reference,
	condition: Condition | undefined,
): SQL {
	const inCondition = condition ? sql`and ${items.condition} = ${condition}` : sql``;
	return sql`(
		select ${items}.* from (
			select ${items}.* from ${items}
			where ${SOLD} and ${items.category} = ${category} ${inCondition}
			order by ${items.soldAt} desc limit ${NEWEST_SALES}) as ${items}
		where similarity(title_spelling(${items.title}), title_spelling(${title})) >= ${PRICE_GUIDE_LIMITS.similarityMin}
			or ${items.subjects} @> array[${subject ?? null}]::text[])`;
}

function alikeAmongAll({ title, category, subject }: Reference): SQL {
	return sql`(
		select ${items}.* from sold_alike(${category}, title_spelling(${title}), ${subject ?? null}) as alike(id)
		join ${items} on ${items.id} = alike.id)`;
}

async function listSales(db: Db, alike: SQL): Promise<Sale[]> {
	const { rows } = await db.execute<Sale & Record<string, unknown>>(sql`
		select ${SALE_PRICE}::float8 as price, ${items.condition} from ${alike} as ${items}
		where ${IS_COUNTED} order by ${items.soldAt} desc limit ${SALES_MAX}`);
	return rows;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Condition } from '#contract/items/facts.ts';
import { PRICE_GUIDE_LIMITS } from '#contract/items/price-guide.ts';
import type { Db } from '#server/db/client.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { isSold, items } from '#server/db/schema/items.ts';
import { SELLER_VISIBLE } from '#server/features/items/search/conditions.ts';
import { isEnoughFor, type Reference, type Sale } from './rules.ts';

/**
 * How many of the newest sales of a category (and condition, if one is given) are compared at first. All sales are
 * searched, by an index, only if too few of these are similar: for a common title that search finds thousands of sales,
 * and reading them takes ten times as long.
 */
const NEWEST_COMPARED = 1000;
/** More sales hardly change the quartiles. */
const SALES_MAX = 200;
/** The newest of each seller, so that the sales of one do not push out those of the others. */
const SALES_OF_SELLER_MAX = 20;

const SOLD = isSold(items);
const IS_COUNTED = sql`${dealSales.price} > 0 and ${SELLER_VISIBLE}
	and ${items.soldAt} > now() - make_interval(months => ${PRICE_GUIDE_LIMITS.months})`;

/**
 * Sales of a category with a similar title or the same subject, newest first: those to a buyer whom the seller named and
 * who has not denied the sale. Leaves out free items and those that are no longer public.
 * @param condition of the item to be priced: only sales in this condition are returned if enough of the newest sales in
 * it are similar; otherwise similar sales in any condition
 */
export async function listSimilarSales(
	db: Db,
	reference: Reference,
	condition?: Condition,
): Promise<Sale[]> {
	if (reference.category === undefined) return [];
	const newest = await listSales(db, similarAmongNewest(reference, condition));
	if (isEnoughFor(newest, condition)) return newest;
	return listSales(db, similarAmongAll(reference));
}

/**
 * The subquery has the name of the table, so that conditions on columns of `items` apply to it. Without a subject, the
 * condition on subjects is never true.
 */
function similarAmongNewest(
	{ title, category, subject }: Reference,
	condition: Condition | undefined,
): SQL {
	const inCondition = condition ? sql`and ${items.condition} = ${condition}` : sql``;
	return sql`(
		select ${items}.* from (
			select ${items}.* from ${items}
			where ${SOLD} and ${items.category} = ${category} ${inCondition}
			order by ${items.soldAt} desc limit ${NEWEST_COMPARED}) as ${items}
		where similarity(title_spelling(${items.title}), title_spelling(${title})) >= ${PRICE_GUIDE_LIMITS.similarityMin}
			or ${items.subjects} @> array[${subject ?? null}]::text[])`;
}

/** `sold_alike` is a function of the database (migration 0030), which uses an index. */
function similarAmongAll({ title, category, subject }: Reference): SQL {
	return sql`(
		select ${items}.* from sold_alike(${category}, title_spelling(${title}), ${subject ?? null}) as alike(id)
		join ${items} on ${items.id} = alike.id)`;
}

async function listSales(db: Db, similar: SQL): Promise<Sale[]> {
	const { rows } = await db.execute<Sale & Record<string, unknown>>(sql`
		select price, condition, "sellerId" from (
			select ${dealSales.price}::float8 as price, ${items.condition}, ${items.sellerId} as "sellerId", ${items.soldAt},
				row_number() over (partition by ${items.sellerId} order by ${items.soldAt} desc) as number
			from ${similar} as ${items}
			join ${dealSales} on ${dealSales.itemId} = ${items.id} and ${dealSales.soldAt} >= ${items.soldAt}
				and ${dealSales.endedAt} is null and ${dealSales.isConfirmed} is not false
			where ${IS_COUNTED}
		) sale
		where number <= ${SALES_OF_SELLER_MAX} order by sold_at desc limit ${SALES_MAX}`);
	return rows;
}

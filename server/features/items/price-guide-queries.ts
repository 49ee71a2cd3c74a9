import type * as z from 'zod/mini';
import type { Condition } from '#contract/items/facts.ts';
import {
	PRICE_GUIDE_LIMITS,
	type PriceGuide,
	type priceGuideQuery,
} from '#contract/items/price-guide.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { isSold, items } from '#server/db/schema/items.ts';
import { type Catalogue, requireSubject } from '#server/features/catalogue/catalogue.ts';
import { SELLER_VISIBLE } from './search/conditions.ts';

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

/** The item to be priced: sold items are compared with it. */
interface Reference {
	title: string;
	/** In the spelling of the catalogue; undefined if missing or unknown: then no sale counts as similar. */
	category: string | undefined;
	/** The code of a subject in the spelling of the catalogue; undefined for none. */
	subject: string | undefined;
}

/** A sold item: the agreed price in rupees, its condition and its seller. */
interface Sale {
	price: number;
	condition: Condition | null;
	sellerId: number;
}

/** @throws AppError invalid for a subject that the catalogue does not have */
export function requireReference(
	catalogue: Pick<Catalogue, 'findCategory' | 'findSubject'>,
	{ title = '', category = '', subject = '' }: z.output<typeof priceGuideQuery>,
): Reference {
	return {
		title,
		category: catalogue.findCategory(category)?.name,
		subject: subject === '' ? undefined : requireSubject(catalogue, subject).code,
	};
}

/**
 * The quartiles of the prices of similar sold items, of which each seller counts once, with the median of their own. If
 * enough sellers have the condition, only items in this condition are counted.
 * @param condition of the item to be priced; undefined if the seller did not state it
 */
export function priceGuideFrom(
	sales: readonly Sale[],
	condition: Condition | undefined,
): Omit<PriceGuide, 'success'> {
	const prices = pricesOfSellers(salesToCount(sales, condition));
	const count = prices.length;
	if (count < PRICE_GUIDE_LIMITS.sellersMin) return { count, enough: false };
	const [low, median, high] = [0.25, 0.5, 0.75].map((share) => Math.round(quantile(prices, share)));
	return { count, enough: true, median, low, high };
}

function salesToCount(sales: readonly Sale[], condition: Condition | undefined): readonly Sale[] {
	const inSameCondition = sales.filter((sale) => sale.condition === condition);
	return isEnough(inSameCondition) ? inSameCondition : sales;
}

/** The median price of each seller. */
function pricesOfSellers(sales: readonly Sale[]): number[] {
	const bySeller = Map.groupBy(sales, ({ sellerId }) => sellerId);
	return Array.from(bySeller.values(), (ofSeller) =>
		quantile(
			ofSeller.map(({ price }) => price),
			0.5,
		),
	);
}

/** Whether there are enough sellers for a guide; with a condition, enough with sales in that condition. */
function isEnoughFor(sales: readonly Sale[], condition: Condition | undefined): boolean {
	return isEnough(condition ? sales.filter((sale) => sale.condition === condition) : sales);
}

const isEnough = (sales: readonly Sale[]) =>
	new Set(sales.map(({ sellerId }) => sellerId)).size >= PRICE_GUIDE_LIMITS.sellersMin;

/**
 * A quantile by linear interpolation between the two nearest values (Hyndman and Fan 1996, definition 7).
 * @param values at least one, in any order
 * @param share 0 for the lowest value, 0.5 for the median, 1 for the highest
 */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const position = (sorted.length - 1) * share;
	const lower = sorted[Math.floor(position)] ?? Number.NaN;
	const upper = sorted[Math.ceil(position)] ?? Number.NaN;
	return lower + (upper - lower) * (position % 1);
}

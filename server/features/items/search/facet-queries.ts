import { subjectKey } from '#contract/catalogue/facts.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { searchTerms } from '#contract/catalogue/search-words.ts';
import type { Facets } from '#contract/items/facets.ts';
import { CONDITIONS, FACET_LIMITS, ITEM_LIMITS, PRICE_BAND_STARTS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import {
	conditionsFor,
	type Facet,
	FILTER_NAMES,
	type FilterQuery,
	type Filters,
	filtersOf,
	ITEM_CONDITIONS,
	ON_SALE,
	SELLER_HIDDEN,
	withGeneralItems,
} from './conditions.ts';
import { correctSpelling, findSpellingCandidates } from './spelling-queries.ts';
import { synonymsIn } from './tsqueries.ts';

/** The value of an item by which each facet groups. Never null: null marks the rows of other groups. */
const FACET_VALUES: Readonly<Record<Facet, SQL>> = {
	category: sql`${items.category}`,
	condition: sql`coalesce(${items.condition}, '')`,
	subject: sql`${items.subjects}`,
	// The number of the band, from 1.
	price: sql`width_bucket(${items.price}::float8, ${sql.param(PRICE_BAND_STARTS)}::float8[])`,
};
const FACETS = Object.keys(FACET_VALUES) as Facet[];

/**
 * Counts the items that each choice of a filter would leave in a listing.
 * @throws AppError invalid for a subject or a branch that the catalogue does not have
 */
export async function countFacets(
	db: Db,
	catalogue: Catalogue,
	query: FilterQuery,
): Promise<Omit<Facets, 'success'>> {
	const named = await filtersOf(db, catalogue, query);
	if (!named) return EMPTY_FACETS;
	const filters = withGeneralItems(named, query);
	const counted = await countChoices(db, filters);
	if (counted.total > 0 || !query.q || query.exact)
		return presentFacets(counted, filters, catalogue);
	// The listing shows the matches of the corrected words.
	const synonyms = synonymsIn(catalogue);
	const candidates = await findSpellingCandidates(db, searchTerms(query.q), synonyms);
	const corrected = await correctSpelling(db, candidates, filters, synonyms);
	if (!corrected) return presentFacets(counted, filters, catalogue);
	const correctedFilters = { ...filters, query: corrected.query };
	return presentFacets(await countChoices(db, correctedFilters), filters, catalogue);
}

const EMPTY_FACETS = { total: 0, facets: { category: [], condition: [], subject: [], price: [] } };

/** The number of items with a value of one facet; the values of the others are missing or null. */
interface CountedRow {
	count: number;
	category?: string | null;
	/** '' for items that do not state it. */
	condition?: string | null;
	/** All subjects of an item. */
	subject?: string[] | null;
	price?: number | null;
}

interface CountedChoices {
	total: number;
	isSampled: boolean;
	rows: CountedRow[];
}

/**
 * Counts the choices of all facets: one scan counts the facets whose own filters are not set, and each other facet has a
 * scan of its own. The scans run concurrently on separate connections, to keep within the time in bench/RESULTS.md
 * ("facets among 1,00,000 items").
 */
async function countChoices(db: Db, filters: Filters): Promise<CountedChoices> {
	const ownFilters = (facet: Facet) =>
		FILTER_NAMES.filter((name) => ITEM_CONDITIONS[name].facet === facet);
	const isSet = (facet: Facet) => ownFilters(facet).some((name) => filters[name] !== undefined);
	const scans = await Promise.all([
		scanNewest(
			db,
			filters,
			FACETS.filter((facet) => !isSet(facet)),
		),
		...FACETS.filter(isSet).map((facet) => {
			const without = Object.fromEntries(ownFilters(facet).map((name) => [name, undefined]));
			return scanNewest(db, { ...filters, ...without }, [facet]);
		}),
	]);
	return {
		total: scans[0]?.total ?? 0,
		isSampled: scans.some(({ total }) => total === FACET_LIMITS.countedMax),
		rows: scans.flatMap(({ rows }) => rows),
	};
}

/**
 * Counts the newest matches by the values of the facets, with grouping sets. Without words it reads `items_facets_idx`
 * only, which has all columns; with words mostly `items_filtered_idx`.
 */
async function scanNewest(
	db: Db,
	filters: Filters,
	facets: readonly Facet[],
): Promise<{ total: number; rows: CountedRow[] }> {
	const names = facets.map((facet) => sql`${sql.identifier(facet)}`);
	const values = facets.map((facet) => sql`${FACET_VALUES[facet]} as ${sql.identifier(facet)}`);
	const sets = [sql`()`, ...names.map((name) => sql`(${name})`)];
	const { rows } = await db.execute<Record<string, unknown> & CountedRow>(sql`
		select ${list([sql`count(*)::int as count`, ...names])} from (
			select ${list([sql`${items.id}`, ...values])} from ${items}
			where ${ON_SALE} and ${SELLER_NOT_HIDDEN} and ${conditionsFor(filters)}
			order by ${items.id} desc limit ${FACET_LIMITS.countedMax}) as newest
		group by grouping sets (${list(sets)})`);
	// The empty set has one row, of all matches.
	const isTotal = (row: CountedRow) => facets.every((facet) => row[facet] === null);
	return {
		total: rows.find(isTotal)?.count ?? 0,
		rows: rows.filter((row) => !isTotal(row)),
	};
}

/**
 * Like `SELLER_VISIBLE`, for thousands of items: PostgreSQL hashes the hidden users once, whereas its anti join
 * compares each item with each hidden user.
 */
const SELLER_NOT_HIDDEN = sql`${items.sellerId} not in (
	select ${users.id} from ${users} where ${SELLER_HIDDEN})`;

function list(parts: readonly SQL[]): SQL {
	return sql.join([...parts], sql`, `);
}

function presentFacets(
	{ total, isSampled, rows }: CountedChoices,
	filters: Filters,
	catalogue: Pick<Catalogue, 'current' | 'findCategory' | 'findSubject'>,
): Omit<Facets, 'success'> {
	const countsOf = (facet: Exclude<Facet, 'subject'>) =>
		rows.flatMap(({ [facet]: value, count }) => (value ? [{ value: String(value), count }] : []));
	const countByBand = new Map(countsOf('price').map(({ value, count }) => [value, count]));
	return {
		total,
		facets: {
			category: mostFirst(countsOf('category'), (stored) => catalogue.findCategory(stored)?.name),
			condition: mostFirst(countsOf('condition'), (stored) =>
				CONDITIONS.find((known) => known === stored),
			),
			subject: mostFirst(
				countSubjects(rows, filters, catalogue.current().subjects),
				(stored) => catalogue.findSubject(stored)?.code,
			),
			price: PRICE_BAND_STARTS.flatMap((min, index) => {
				const count = countByBand.get(String(index + 1));
				const max = PRICE_BAND_STARTS[index + 1] ?? ITEM_LIMITS.priceMax;
				return count === undefined ? [] : [{ min, max, count }];
			}),
		},
		...(isSampled && { sampled: true as const }),
	};
}

/**
 * Counts each subject of the requested course, to which an item may name others. A subject that several branches teach
 * is counted under the code that comes first in the catalogue, once for each item.
 */
function countSubjects(
	rows: readonly CountedRow[],
	{ course, courseOrGeneral }: Filters,
	subjects: readonly Subject[],
): { value: string; count: number }[] {
	const requested = course ?? courseOrGeneral;
	const codeByKey = new Map(subjects.toReversed().map((one) => [subjectKey(one), one.code]));
	const firstCodes = new Map(subjects.map((one) => [one.code, codeByKey.get(subjectKey(one))]));
	const countByCode = new Map<string, number>();
	for (const { subject, count } of rows) {
		const counted = (subject ?? []).filter((code) => requested?.includes(code) ?? true);
		for (const code of new Set(counted.map((one) => firstCodes.get(one) ?? one)))
			countByCode.set(code, (countByCode.get(code) ?? 0) + count);
	}
	return [...countByCode].map(([value, count]) => ({ value, count }));
}

/** The most frequent choices; equally frequent ones by name. Items with an unknown value are left out. */
function mostFirst<Value extends string>(
	counts: readonly { value: string; count: number }[],
	toValue: (stored: string) => Value | undefined,
): { value: Value; count: number }[] {
	return counts
		.flatMap(({ value: stored, count }) => {
			const value = toValue(stored);
			return value === undefined ? [] : [{ value, count }];
		})
		.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
		.slice(0, FACET_LIMITS.choicesMax);
}

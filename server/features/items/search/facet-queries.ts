import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { conditionsFor, ON_SALE, SELLER_VISIBLE } from './conditions.ts';
import type { Filters } from './listing.ts';
import { PRICE_STEPS } from './price-bands.ts';

/** The filters that each facet sets: its choices are counted with all filters but these. */
const OWN_FILTERS = {
	category: ['category'],
	condition: ['condition'],
	subject: ['subject'],
	price: ['minPrice', 'maxPrice', 'free'],
} as const satisfies Record<string, readonly (keyof Filters)[]>;
type Facet = keyof typeof OWN_FILTERS;
const FACETS = Object.keys(OWN_FILTERS) as Facet[];

/** The number of items of one choice, or of all matches. */
export interface FacetRow {
	/** 'beyond' has a count above 0 where there are more matches than are counted. */
	facet: Facet | 'total' | 'beyond';
	/** Null where the items do not say; the number of price steps for a price. */
	value: string | null;
	count: number;
	/** Rupees. */
	lowest: number | null;
	highest: number | null;
}

/** Items that are counted in one pass. */
interface Pass {
	/** The name of its matches in the statement. */
	name: SQLWrapper;
	filters: Filters;
	facets: readonly Facet[];
}

/**
 * Counts the choices of all lists in one statement: one pass over the newest matches, and one more for each list whose
 * own filter is set.
 */
export async function countChoices(db: Db, filters: Filters): Promise<FacetRow[]> {
	const isSet = (facet: Facet) => OWN_FILTERS[facet].some((name) => filters[name] !== undefined);
	const main: Pass = {
		name: sql.identifier('found'),
		filters,
		facets: FACETS.filter((facet) => !isSet(facet)),
	};
	const others = FACETS.filter(isSet).map((facet) => ({
		name: sql.identifier(`found_for_${facet}`),
		filters: withoutOwn(facet, filters),
		facets: [facet],
	}));
	const passes = [main, ...others];
	const found = passes.map((pass) => sql`${pass.name} as materialized (${newestMatches(pass)})`);
	const counts = [sql`select 'total' as facet, null as value, ${COUNT} from ${counted(main)}`];
	for (const pass of passes) {
		counts.push(countBeyond(pass));
		if (pass.facets.some((facet) => facet !== 'subject')) counts.push(countGroups(pass));
		if (pass.facets.includes('subject')) counts.push(countSubjects(pass));
	}
	const { rows } = await db.execute<Record<string, unknown> & FacetRow>(
		sql`with ${sql.join(found, sql`, `)} ${sql.join(counts, sql` union all `)}`,
	);
	return rows;
}

function withoutOwn(facet: Facet, filters: Filters): Filters {
	return { ...filters, ...Object.fromEntries(OWN_FILTERS[facet].map((name) => [name, undefined])) };
}

/** One more than is counted, to see whether there are more. */
function newestMatches({ filters }: Pass): SQL {
	return sql`
		select ${items.category}, ${items.condition}, ${items.subjects}, ${items.price}::float8 as price
		from ${items}
		where ${ON_SALE} and ${SELLER_VISIBLE} and ${conditionsFor(filters)}
		order by ${items.id} desc limit ${FACET_LIMITS.countedMax + 1}`;
}

/** The matches that are counted, with the number of price steps up to their price. */
function counted({ name }: Pass): SQL {
	return sql`(
		select *, width_bucket(price, ${sql.param(PRICE_STEPS)}::float8[]) as step
		from ${name} limit ${FACET_LIMITS.countedMax}) as counted`;
}

const COUNT = sql`
	count(*)::int as count, min(price) as lowest, max(price) as highest`;

/** What the lists but that of subjects are grouped by. */
const GROUPS = {
	category: sql`category`,
	condition: sql`condition`,
	price: sql`step`,
} satisfies Partial<Record<Facet, SQL>>;

function countGroups(pass: Pass): SQL {
	const groups = Object.entries(GROUPS).filter(([facet]) => pass.facets.includes(facet as Facet));
	const sets = groups.map(([, column]) => sql`(${column})`);
	const facetOf = groups.map(([facet, column]) => sql`when grouping(${column}) = 0 then ${facet}`);
	const textOf = groups.map(([, column]) => sql`${column}::text`);
	return sql`
		select case ${sql.join(facetOf, sql` `)} end, coalesce(${sql.join(textOf, sql`, `)}), ${COUNT}
		from ${counted(pass)} group by grouping sets (${sql.join(sets, sql`, `)})`;
}

/** An item may also name subjects of another course than the one that is asked for. */
function countSubjects(pass: Pass): SQL {
	const { course } = pass.filters;
	const isAsked = course ? sql`code = any(${sql.param(course)}::text[])` : sql`true`;
	return sql`
		select 'subject', code, ${COUNT} from ${counted(pass)}, unnest(subjects) as code
		where ${isAsked} group by code`;
}

function countBeyond({ name }: Pass): SQL {
	const beyond = sql`select from ${name} offset ${FACET_LIMITS.countedMax}`;
	return sql`select 'beyond', null, count(*)::int, null, null from (${beyond}) as beyond`;
}

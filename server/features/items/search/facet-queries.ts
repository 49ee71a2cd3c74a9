import { type SQL, sql } from 'drizzle-orm';
import { subjectKey } from '#contract/catalogue/facts.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { conditionsFor, ON_SALE, SELLER_HIDDEN } from './conditions.ts';
import type { Filters } from './listing.ts';
import { PRICE_STEPS } from './price-bands.ts';

/** The filters that each facet sets. The choices of a facet are counted without these filters. */
const OWN_FILTERS = {
	category: ['category'],
	condition: ['condition'],
	subject: ['subject'],
	price: ['minPrice', 'maxPrice', 'free'],
} as const satisfies Record<string, readonly (keyof Filters)[]>;
type Facet = keyof typeof OWN_FILTERS;
const FACETS = Object.keys(OWN_FILTERS) as Facet[];

/** The count of one choice of a facet, or the total of a pass. */
export interface FacetRow {
	facet: Facet | 'total';
	/** Null for items without a value. For `price`, the number of price steps up to the price. */
	value: string | null;
	count: number;
	/** Lowest and highest price in rupees; null for subjects. */
	lowest: number | null;
	highest: number | null;
	/** Whether the pass had more than FACET_LIMITS.countedMax matches. */
	is_sampled: boolean;
}

export interface FacetCounts {
	total: number;
	isSampled: boolean;
	choices: FacetRow[];
}

/** One scan of the matches, which counts the choices of several facets. */
interface Pass {
	filters: Filters;
	facets: readonly Facet[];
}

/**
 * Counts the choices of all facets: one pass counts the facets whose own filters are not set, and each other facet
 * has a pass of its own. The passes run concurrently on separate connections, to keep within the time in
 * bench/RESULTS.md ("facets of a listing").
 */
export async function countChoices(
	db: Db,
	filters: Filters,
	subjects: readonly Subject[],
): Promise<FacetCounts> {
	const isSet = (facet: Facet) => OWN_FILTERS[facet].some((name) => filters[name] !== undefined);
	const passes: Pass[] = [
		{ filters, facets: FACETS.filter((facet) => !isSet(facet)) },
		...FACETS.filter(isSet).map((facet) => ({
			filters: withoutOwn(facet, filters),
			facets: [facet],
		})),
	];
	const [rows = [], ...others] = await Promise.all(
		passes.map((pass) => countPass(db, pass, firstCodes(subjects))),
	);
	const allRows = [...rows, ...others.flat()];
	return {
		total: rows.find(({ facet }) => facet === 'total')?.count ?? 0,
		isSampled: allRows.some(({ is_sampled: isSampled }) => isSampled),
		choices: allRows.filter(({ facet }) => facet !== 'total'),
	};
}

function withoutOwn(facet: Facet, filters: Filters): Filters {
	return { ...filters, ...Object.fromEntries(OWN_FILTERS[facet].map((name) => [name, undefined])) };
}

/** For a subject that several branches teach: the code under which all of them are counted, by each other code. */
function firstCodes(subjects: readonly Subject[]): Record<string, string> {
	const firstByKey = new Map<string, string>();
	const codes: Record<string, string> = {};
	for (const subject of subjects) {
		const first = firstByKey.get(subjectKey(subject));
		if (first === undefined) firstByKey.set(subjectKey(subject), subject.code);
		else codes[subject.code] = first;
	}
	return codes;
}

/** The column by which each facet groups the items. */
const GROUPS: Record<FacetRow['facet'], SQL> = {
	total: sql`total`,
	category: sql`category`,
	condition: sql`condition`,
	subject: sql`subjects`,
	price: sql`step`,
};

/**
 * Counts all facets in one scan, with grouping sets: in a row of one facet, the columns of the others are null. Items
 * are first grouped by their whole array of subjects, as there are few distinct arrays; only then are the arrays
 * unnested. The scan reads one match more than FACET_LIMITS.countedMax; that oldest match is subtracted from the counts.
 */
async function countPass(
	db: Db,
	{ filters, facets }: Pass,
	firstCode: Readonly<Record<string, string>>,
): Promise<FacetRow[]> {
	const names = ['total', ...facets] as const;
	const sets = names.map((name) => sql`(${GROUPS[name]})`);
	const facetOf = names.map((name) => sql`when grouping(${GROUPS[name]}) = 0 then ${name}`);
	const texts = names
		.filter((name) => name !== 'subject')
		.map((name) => sql`${GROUPS[name]}::text`);
	const subjects = facets.includes('subject') ? GROUPS.subject : sql`null::text[]`;
	// An item may also have subjects outside of the requested course.
	const course = filters.course ?? filters.courseOrGeneral;
	const isInCourse = course ? sql`one = any(${sql.param(course)}::text[])` : sql`true`;
	const { rows } = await db.execute<Record<string, unknown> & FacetRow>(sql`
		with grouped as (
			select case ${sql.join(facetOf, sql` `)} end as facet, coalesce(${sql.join(texts, sql`, `)}) as value,
				${subjects} as subjects, count(*), min(price) as lowest, max(price) as highest, min(id) as oldest
			from (${newestMatches(filters)}) as newest group by grouping sets (${sql.join(sets, sql`, `)})),
		beyond as (
			select oldest from grouped where facet = 'total' and count > ${FACET_LIMITS.countedMax}),
		counted as (
			select facet, value, subjects, lowest, highest, count - (oldest in (select oldest from beyond))::int as count
			from grouped),
		choices as (
			select facet, value, count, lowest, highest from counted where facet <> 'subject'
			union all
			select facet, code, sum(count), null, null
			from counted, lateral (
				select distinct coalesce(${JSON.stringify(firstCode)}::jsonb ->> one, one) as code
				from unnest(subjects) as one where ${isInCourse}) as named
			where facet = 'subject' group by facet, code)
		select facet, value, count::int, lowest, highest, exists (select from beyond) as is_sampled
		from choices where count > 0`);
	return rows;
}

/**
 * Like `SELLER_VISIBLE`, for thousands of items: PostgreSQL hashes the hidden users once, whereas its anti join
 * compares each item with each hidden user.
 */
const SELLER_NOT_HIDDEN = sql`${items.sellerId} not in (
	select ${users.id} from ${users} where ${SELLER_HIDDEN})`;

/**
 * The newest matches, one more than are counted. `total` is a constant that groups all of them; `step` is the number
 * of price steps up to the price.
 */
function newestMatches(filters: Filters): SQL {
	return sql`
		select ${items.id}, null::text as total, ${items.category}, ${items.condition}, ${items.subjects},
			${items.price}::float8 as price, width_bucket(${items.price}::float8, ${sql.param(PRICE_STEPS)}::float8[]) as step
		from ${items}
		where ${ON_SALE} and ${SELLER_NOT_HIDDEN} and ${conditionsFor(filters)}
		order by ${items.id} desc limit ${FACET_LIMITS.countedMax + 1}`;
}

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { subjects } from '#server/db/schema/catalogue.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { isHidden } from '#server/db/visibility.ts';
import type { Filters } from './listing.ts';

/** Checks the item only; to be on sale, an item also needs a seller who is not hidden. */
export const ON_SALE = isOnSale(items);
export const SELLER_HIDDEN = isHidden(users);
/**
 * The seller check for statements that do not join the seller. Hidden users are few and have their own index, so the
 * cost does not grow with the number of users.
 */
export const SELLER_VISIBLE = sql`not exists (
	select from ${users} where ${users.id} = ${items.sellerId} and ${SELLER_HIDDEN})`;

/**
 * The ids of the transactions that last wrote the item's row and its seller's row. Changing photos also writes the
 * item's row. Transaction ids repeat after 2^32.
 */
export const ROW_VERSION = sql`concat(${items}.xmin, ' ', ${users}.xmin)`;

/** The filters about the subjects of an item; one of its subjects must match all of them. */
const SUBJECT_FILTERS = ['subject', 'branch', 'semester'] as const;
type SubjectFilter = (typeof SUBJECT_FILTERS)[number];
type ItemFilter = Exclude<keyof Filters, SubjectFilter>;

interface FilterCondition {
	/** The column of `items` that it reads. */
	column: SQLWrapper;
	/** @param value a value, or a column of another table with it */
	matches: (value: SQL) => SQL;
}

/**
 * What each filter means. Listings, facets and saved searches are made from these conditions, so that they agree.
 */
export const ITEM_CONDITIONS: Readonly<Record<ItemFilter, FilterCondition>> = {
	category: { column: items.category, matches: (name) => sql`${items.category} = ${name}` },
	sellerId: { column: items.sellerId, matches: (id) => sql`${items.sellerId} = ${id}` },
	query: { column: items.search, matches: (query) => sql`${items.search} @@ ${query}::tsquery` },
	minPrice: { column: items.price, matches: (min) => sql`${items.price} >= ${min}` },
	maxPrice: { column: items.price, matches: (max) => sql`${items.price} <= ${max}` },
	condition: {
		column: items.condition,
		matches: (conditions) => sql`${items.condition} = any(${conditions}::text[])`,
	},
	free: { column: items.price, matches: () => sql`${items.price} = 0` },
	verified: {
		column: items.sellerId,
		matches: () => sql`exists (
			select from ${users} where ${users.id} = ${items.sellerId} and ${users.verifiedAt} is not null)`,
	},
};

export const SUBJECT_CONDITIONS: Readonly<Record<SubjectFilter, (value: SQL) => SQL>> = {
	subject: (code) => sql`${subjects.code} = ${code}`,
	branch: (code) => sql`${subjects.branchCode} = ${code}`,
	semester: (semester) => sql`${subjects.semester} = ${semester}`,
};

/** The item has a subject of the catalogue for which all of these conditions hold. */
export function hasSubject(conditions: readonly SQL[]): SQL {
	return sql`${items.subjects} && array(${subjectCodes(conditions)})`;
}

/** The codes of the subjects for which all of these conditions hold. */
export function subjectCodes(conditions: readonly SQL[]): SQL {
	return sql`select ${subjects.code} from ${subjects} where ${sql.join([...conditions], sql` and `)}`;
}

const ITEM_FILTERS = Object.keys(ITEM_CONDITIONS) as ItemFilter[];
export const FILTER_NAMES: readonly (keyof Filters)[] = [...ITEM_FILTERS, ...SUBJECT_FILTERS];
export const FILTER_COLUMNS: readonly SQLWrapper[] = [
	...Object.values(ITEM_CONDITIONS).map(({ column }) => column),
	items.subjects,
];

/** The listing's filters as a condition on `items`, besides being on sale; `true` without filters. */
export function conditionsFor(filters: Filters): SQL {
	const conditions = ITEM_FILTERS.filter((name) => filters[name] !== undefined).map((name) =>
		ITEM_CONDITIONS[name].matches(operand(filters[name])),
	);
	const ofSubject = subjectConditions(filters);
	if (ofSubject.length > 0) conditions.push(hasSubject(ofSubject));
	return sql.join([sql`true`, ...conditions], sql` and `);
}

/** The filters about subjects as conditions on `subjects`. */
export function subjectConditions(filters: Filters): SQL[] {
	return SUBJECT_FILTERS.filter((name) => filters[name] !== undefined).map((name) =>
		SUBJECT_CONDITIONS[name](operand(filters[name])),
	);
}

/** An array is one parameter, not a list of them. */
function operand(value: unknown): SQL {
	return sql`${sql.param(value)}`;
}

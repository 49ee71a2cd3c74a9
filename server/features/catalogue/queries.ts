import type { Branch, Category, Spot, Subject } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { asc, eq, inArray } from '#server/db/drizzle.ts';
import {
	branches,
	categories,
	searchWordGroups,
	spots,
	subjects,
} from '#server/db/schema/catalogue.ts';

/** The lists that requests need, each in its order. */
export interface CatalogueLists {
	categories: readonly Category[];
	branches: readonly Branch[];
	subjects: readonly Subject[];
	/** Groups of words and phrases that mean the same. */
	searchWords: readonly (readonly string[])[];
	/** Places on the campus where a buyer and a seller can meet. */
	spots: readonly Spot[];
}

/** The lists that the words of a search are compared with. */
export type SearchVocabulary = Pick<CatalogueLists, 'searchWords' | 'subjects'>;

/** Reads all lists from one snapshot. */
export function findCatalogue(db: Db): Promise<CatalogueLists> {
	return db.transaction(
		async (tx) => ({
			categories: await listCategories(tx),
			branches: await listBranches(tx),
			subjects: await listSubjects(tx),
			searchWords: await listSearchWords(tx),
			spots: await listSpots(tx),
		}),
		{ isolationLevel: 'repeatable read', accessMode: 'read only' },
	);
}

async function listCategories(db: Db): Promise<Category[]> {
	const rows = await db
		.select({
			name: categories.name,
			icon: categories.icon,
			isVisible: categories.isVisible,
			asksCondition: categories.asksCondition,
			fields: categories.fields,
			formerNames: categories.formerNames,
		})
		.from(categories)
		.orderBy(asc(categories.position), asc(categories.id));
	return rows.map(({ formerNames, ...row }) => ({
		...row,
		...(formerNames.length > 0 && { formerNames }),
	}));
}

export function listBranches(db: Db): Promise<Branch[]> {
	return db
		.select({ code: branches.code, name: branches.name })
		.from(branches)
		.orderBy(asc(branches.position), asc(branches.code));
}

export function listSubjects(db: Db): Promise<Subject[]> {
	return db
		.select({
			code: subjects.code,
			name: subjects.name,
			branch: subjects.branchCode,
			semester: subjects.semester,
		})
		.from(subjects)
		.orderBy(asc(subjects.position), asc(subjects.code));
}

export async function listSearchWords(db: Db): Promise<string[][]> {
	const groups = await db
		.select({ words: searchWordGroups.words })
		.from(searchWordGroups)
		.orderBy(asc(searchWordGroups.position));
	return groups.map(({ words }) => words);
}

export function listSpots(db: Db): Promise<Spot[]> {
	return db
		.select({
			id: spots.id,
			name: spots.name,
			hint: spots.hint,
			opens: spots.opens,
			closes: spots.closes,
		})
		.from(spots)
		.orderBy(asc(spots.position), asc(spots.id));
}

/**
 * Locks these subjects against deletion until the transaction ends.
 * @returns the codes that exist
 */
export async function lockSubjects(db: Db, codes: readonly string[]): Promise<string[]> {
	const rows = await db
		.select({ code: subjects.code })
		.from(subjects)
		.where(inArray(subjects.code, [...codes]))
		.orderBy(asc(subjects.code))
		.for('key share');
	return rows.map(({ code }) => code);
}

/**
 * Locks a category against deletion and renaming until the transaction ends.
 * @returns false when there is no category of this name
 */
export async function lockCategory(db: Db, name: string): Promise<boolean> {
	const rows = await db
		.select({ id: categories.id })
		.from(categories)
		.where(eq(categories.name, name))
		.for('key share');
	return rows.length === 1;
}

import { asc, eq, sql } from 'drizzle-orm';
import type { ListedCategory } from '#contract/admin/catalogue.ts';
import type { Branch, Spot, Subject } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { catalogueLists, categories, termStarts } from '#server/db/schema/catalogue.ts';
import { items } from '#server/db/schema/items.ts';
import { listBranches, listSearchWords, listSpots, listSubjects } from './queries.ts';

/** The lists that administrators keep, by their names in `catalogue_lists`. A change of a list raises its version. */
export type ListName = 'categories' | 'subjects' | 'search-words' | 'terms' | 'spots';

export interface CategoryList {
	version: number;
	categories: ListedCategory[];
}

export interface SubjectList {
	version: number;
	branches: Branch[];
	subjects: Subject[];
}

export interface SearchWordList {
	version: number;
	searchWords: string[][];
}

export interface TermList {
	version: number;
	terms: string[];
}

export interface SpotList {
	version: number;
	spots: Spot[];
}

/** Reads a list and its version from one snapshot. A transaction that has locked the list can call `find` directly. */
export function findInSnapshot<List>(db: Db, find: (tx: Db) => Promise<List>): Promise<List> {
	return db.transaction(find, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

export async function findCategoryList(db: Db): Promise<CategoryList> {
	const listed = await db
		.select({
			id: categories.id,
			name: categories.name,
			icon: categories.icon,
			isVisible: categories.isVisible,
			asksCondition: categories.asksCondition,
			fields: categories.fields,
			isInUse: sql<boolean>`exists (select from ${items} where ${items.category} = ${categories.name})`,
		})
		.from(categories)
		.orderBy(asc(categories.position), asc(categories.id));
	return { version: await findVersion(db, 'categories'), categories: listed };
}

export async function findSubjectList(db: Db): Promise<SubjectList> {
	return {
		version: await findVersion(db, 'subjects'),
		branches: await listBranches(db),
		subjects: await listSubjects(db),
	};
}

export async function findSearchWordList(db: Db): Promise<SearchWordList> {
	return {
		version: await findVersion(db, 'search-words'),
		searchWords: await listSearchWords(db),
	};
}

/** In calendar order. */
export async function findTermList(db: Db): Promise<TermList> {
	const days = await db.select().from(termStarts).orderBy(asc(termStarts.day));
	return { version: await findVersion(db, 'terms'), terms: days.map(({ day }) => day) };
}

export async function findSpotList(db: Db): Promise<SpotList> {
	return { version: await findVersion(db, 'spots'), spots: await listSpots(db) };
}

async function findVersion(db: Db, list: ListName): Promise<number> {
	const [row] = await db
		.select({ version: catalogueLists.version })
		.from(catalogueLists)
		.where(eq(catalogueLists.list, list));
	if (!row) throw new Error(`The list ${list} has no version.`);
	return row.version;
}

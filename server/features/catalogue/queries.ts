import type { SpotInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch, Category, Spot, Subject } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import {
	branches,
	catalogueLists,
	categories,
	searchWordGroups,
	spots,
	subjects,
	termStarts,
} from '#server/db/schema/catalogue.ts';
import { hasSubjects, items } from '#server/db/schema/items.ts';
import { filterKey, savedSearches } from '#server/db/schema/saved-searches.ts';
import { isOpen, wantedPosts } from '#server/db/schema/wanted.ts';

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

function listBranches(db: Db): Promise<Branch[]> {
	return db
		.select({ code: branches.code, name: branches.name })
		.from(branches)
		.orderBy(asc(branches.position), asc(branches.code));
}

function listSubjects(db: Db): Promise<Subject[]> {
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

async function listSearchWords(db: Db): Promise<string[][]> {
	const groups = await db
		.select({ words: searchWordGroups.words })
		.from(searchWordGroups)
		.orderBy(asc(searchWordGroups.position));
	return groups.map(({ words }) => words);
}

function listSpots(db: Db): Promise<Spot[]> {
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

/** The lists that administrators keep, by their names in `catalogue_lists`. A change of a list raises its version. */
export type ListName = 'categories' | 'subjects' | 'search-words' | 'terms' | 'spots';

/** Reads a list and its version from one snapshot. A transaction that has locked the list can call `find` directly. */
export function findInSnapshot<List>(db: Db, find: (tx: Db) => Promise<List>): Promise<List> {
	return db.transaction(find, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

export async function findCategoryList(db: Db) {
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

/** The categories as administrators see them, with the version of the list. */
export type CategoryList = Awaited<ReturnType<typeof findCategoryList>>;

export async function findSubjectList(db: Db) {
	return {
		version: await findVersion(db, 'subjects'),
		branches: await listBranches(db),
		subjects: await listSubjects(db),
	};
}

export async function findSearchWordList(db: Db) {
	return {
		version: await findVersion(db, 'search-words'),
		searchWords: await listSearchWords(db),
	};
}

/** In calendar order. */
export async function findTermList(db: Db) {
	const days = await db.select().from(termStarts).orderBy(asc(termStarts.day));
	return { version: await findVersion(db, 'terms'), terms: days.map(({ day }) => day) };
}

export async function findSpotList(db: Db) {
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

/**
 * Locks a list until the transaction ends, so that concurrent changes run one after another.
 * @param version undefined accepts any version
 * @returns false when the list has another version by now
 */
export async function lockList(
	db: Db,
	list: ListName,
	version: number | undefined,
): Promise<boolean> {
	const isVersion = version === undefined ? undefined : eq(catalogueLists.version, version);
	const locked = await db
		.select({ list: catalogueLists.list })
		.from(catalogueLists)
		.where(and(eq(catalogueLists.list, list), isVersion))
		.for('update');
	return locked.length === 1;
}

export async function raiseVersion(db: Db, list: ListName): Promise<void> {
	await db
		.update(catalogueLists)
		.set({ version: sql`${catalogueLists.version} + 1` })
		.where(eq(catalogueLists.list, list));
}

/** @throws DrizzleQueryError 23503 when something refers to the category */
export async function deleteCategory(db: Db, id: number): Promise<void> {
	await db.delete(categories).where(eq(categories.id, id));
}

/** Gives categories random temporary names, so that other categories can get their current names. */
export async function setTemporaryNames(db: Db, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return;
	await db
		.update(categories)
		.set({ name: sql`left(md5(${categories.id} || random()::text), 24)` })
		.where(inArray(categories.id, [...ids]));
}

export type CategoryRow = Category & { position: number };

/** Updates categories by id. Items and wanted posts get a new name by their foreign keys (`on update cascade`). */
export async function updateCategories(
	db: Db,
	rows: readonly (CategoryRow & { id: number })[],
): Promise<void> {
	if (rows.length === 0) return;
	await db.execute(sql`
		update ${categories} set
			name = sent.name, icon = sent.icon, position = sent.position,
			is_visible = sent."isVisible", asks_condition = sent."asksCondition", fields = sent.fields
		from json_to_recordset(${JSON.stringify(rows)}::json) as sent
			(id int, name text, icon text, position smallint, "isVisible" boolean, "asksCondition" boolean, fields jsonb)
		where ${categories.id} = sent.id`);
}

/**
 * Links with the former name lead to this category from now on, and no longer to another category that had the name.
 */
export async function keepFormerName(db: Db, id: number, formerName: string): Promise<void> {
	await db.execute(sql`
		update ${categories} set former_names = array(
				select former from unnest(former_names) as former where lower(former) <> lower(${formerName}))
			|| case when id = ${id} then array[${formerName}::text] else '{}' end
		where id = ${id} or lower(${formerName}) in (select lower(former) from unnest(former_names) as former)`);
}

export async function insertCategories(db: Db, rows: readonly CategoryRow[]): Promise<void> {
	if (rows.length > 0) {
		await db.insert(categories).values(rows.map((row) => ({ ...row, fields: [...row.fields] })));
	}
}

export async function replaceSearchWords(
	db: Db,
	groups: readonly (readonly string[])[],
): Promise<void> {
	await db.delete(searchWordGroups);
	if (groups.length === 0) return;
	await db
		.insert(searchWordGroups)
		.values(groups.map((words, position) => ({ position, words: [...words] })));
}

export async function replaceTerms(db: Db, days: readonly string[]): Promise<void> {
	await db.delete(termStarts);
	await db.insert(termStarts).values(days.map((day) => ({ day })));
}

/** Spots with an id keep the id; the database generates the ids of new spots. */
export async function replaceSpots(db: Db, rows: readonly SpotInput[]): Promise<void> {
	await db.delete(spots);
	if (rows.length === 0) return;
	await db
		.insert(spots)
		.overridingSystemValue()
		.values(rows.map((row, position) => ({ ...row, position })));
}

/**
 * Locks subjects before their deletion. Waits for transactions that post an item or a wanted post with one of them
 * (`lockSubjects`), and makes later ones wait.
 */
export async function lockForDeletion(db: Db, codes: readonly string[]): Promise<void> {
	if (codes.length === 0) return;
	await db
		.select({ code: subjects.code })
		.from(subjects)
		.where(inArray(subjects.code, [...codes]))
		.orderBy(asc(subjects.code))
		.for('update');
}

export async function deleteSubjects(db: Db, codes: readonly string[]): Promise<void> {
	if (codes.length > 0) await db.delete(subjects).where(inArray(subjects.code, [...codes]));
}

/**
 * Returns the codes that are in use, in the given order. An item that is not deleted (sold or not) or a live wanted
 * post uses a subject.
 */
export async function listUsedSubjects(db: Db, codes: readonly string[]): Promise<string[]> {
	if (codes.length === 0) return [];
	const json = sql`${JSON.stringify(codes)}::json`;
	const { rows } = await db.execute<{ code: string }>(sql`
		select sent.code from json_array_elements_text(${json}) with ordinality as sent (code, place)
		where sent.code in (
			select unnest(${items.subjects}) from ${items}
			where ${items.subjects} && array(select json_array_elements_text(${json})) and ${hasSubjects(items)}
			union all
			select ${wantedPosts.subject} from ${wantedPosts}
			where ${wantedPosts.subject} = any(array(select json_array_elements_text(${json}))) and ${isOpen(wantedPosts)} and ${wantedPosts.expiresAt} > now()
		)
		order by sent.place`);
	return rows.map(({ code }) => code);
}

export async function saveBranches(
	db: Db,
	rows: readonly (Branch & { position: number })[],
): Promise<void> {
	if (rows.length === 0) return;
	await db
		.insert(branches)
		.values([...rows])
		.onConflictDoUpdate({
			target: branches.code,
			set: { name: sql`excluded.name`, position: sql`excluded.position` },
		});
}

/** The columns of a saved search's unique filter key, except the branch. */
const filtersOf = (table: string) => {
	const others = filterKey(savedSearches).filter((column) => column !== savedSearches.branch);
	return sql.raw(others.map(({ name }) => `${table}.${name}`).join(', '));
};

/**
 * Changes the code of a branch, also in its subjects, in the studies of its students and in saved searches for it. A
 * saved search keeps the former code if its owner already has the same search with the new code.
 */
export async function renameBranch(db: Db, former: string, code: string): Promise<void> {
	// One statement, because the foreign key of subjects is checked when the statement ends. The foreign key of studies
	// changes these rows by itself (`on update cascade`).
	await db.execute(sql`
		with subject as (update ${subjects} set branch_code = ${code} where branch_code = ${former}),
			search as (
				update ${savedSearches} set branch = ${code}
				where branch = ${former} and not exists (
					select from ${savedSearches} other
					where other.user_id = ${savedSearches.userId} and other.branch = ${code}
						and (${filtersOf('other')}) is not distinct from (${filtersOf('saved_searches')})))
		update ${branches} set code = ${code} where code = ${former}`);
}

/** Inserts new subjects and updates changed ones, matched by code. */
export async function saveSubjects(
	db: Db,
	rows: readonly (Subject & { position: number })[],
): Promise<void> {
	if (rows.length === 0) return;
	await db.execute(sql`
		insert into ${subjects} (code, name, branch_code, semester, position)
		select code, name, branch, semester, position
		from json_to_recordset(${JSON.stringify(rows)}::json) as sent
			(code text, name text, branch text, semester smallint, position smallint)
		on conflict (code) do update set
			name = excluded.name, branch_code = excluded.branch_code,
			semester = excluded.semester, position = excluded.position
		where (${subjects.name}, ${subjects.branchCode}, ${subjects.semester}, ${subjects.position})
			is distinct from
			(excluded.name, excluded.branch_code, excluded.semester, excluded.position)`);
}

/** @throws DrizzleQueryError 23503 when something refers to the branch */
export async function deleteBranch(db: Db, code: string): Promise<void> {
	await db.delete(branches).where(eq(branches.code, code));
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SpotInput } from '#contract/catalogue/list-schemas.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import {
	catalogueLists,
	categories,
	searchWordGroups,
	spots,
	termStarts,
} from '#server/db/schema/catalogue.ts';
import type { ListName } from './list-queries.ts';

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

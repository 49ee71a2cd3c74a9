import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { branches, subjects } from '#server/db/schema/catalogue.ts';
import { hasSubjects, items } from '#server/db/schema/items.ts';
import { filterKey, savedSearches } from '#server/db/schema/saved-searches.ts';
import { isOpen, wantedPosts } from '#server/db/schema/wanted.ts';

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

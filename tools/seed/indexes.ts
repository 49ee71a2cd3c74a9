import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

type Log = (line: string) => void;

/** The tables that are filled. */
const FILLED_TABLES = sql`('items'::regclass, 'item_photos'::regclass)`;

/**
 * Removes the tables' foreign keys, their indexes (except unique ones) and the trigger that collects the words of
 * titles; fills the tables, and restores all of these. This is faster than updating indexes for each row. Runs in the
 * caller's transaction, so that an interruption changes nothing.
 */
export async function withoutIndexes(
	tx: Db,
	fillTables: () => Promise<void>,
	log: Log,
): Promise<void> {
	await tx.execute(sql`lock table items, item_photos in access exclusive mode`);
	const { rows: indexes } = await tx.execute<{ name: string; definition: string }>(sql`
		select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
		from pg_index where indrelid in ${FILLED_TABLES} and not indisunique`);
	const { rows: foreignKeys } = await tx.execute<{
		table: string;
		name: string;
		definition: string;
	}>(sql`
		select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
		from pg_constraint where conrelid in ${FILLED_TABLES} and contype = 'f'`);
	for (const { name } of indexes) await tx.execute(sql.raw(`drop index ${name}`));
	for (const { table, name } of foreignKeys) {
		await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
	}
	await tx.execute(sql`alter table items disable trigger items_title_words`);
	await fillTables();
	await tx.execute(sql`alter table items enable trigger items_title_words`);
	log('Learning the words of the titles');
	await tx.execute(sql`
		insert into title_words (word)
		select distinct word from (select distinct title from items) as titles, words_of_title(title) as word
		order by word on conflict do nothing`);
	for (const [index, { name, definition }] of indexes.entries()) {
		log(`Indexes: ${index + 1} of ${indexes.length}, ${name}`);
		await tx.execute(sql.raw(definition));
	}
	for (const { table, name, definition } of foreignKeys) {
		await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
	}
}

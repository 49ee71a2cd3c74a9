import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import * as copyStreams from 'pg-copy-streams';
import * as z from 'zod/mini';

/** The schemas of the app's own tables and of its job queue, in which unsent mails wait. */
const APP_SCHEMAS = ['public', 'pgboss'];

/** A table in the manifest of a backup. */
export const table = z.object({
	schema: z.string(),
	name: z.string(),
	/** The columns except generated ones, which the database computes again. */
	columns: z.array(z.string()),
});
export type Table = z.infer<typeof table>;

/** A sequence in a backup. */
export const sequence = z.object({
	schema: z.string(),
	name: z.string(),
	/** Null if the sequence was never used. */
	lastValue: z.nullable(z.string()),
});
export type Sequence = z.infer<typeof sequence>;

/**
 * All tables, each after the tables that it references. Partitions are read and filled through their parent.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
	const { rows } = await client.query<{
		oid: number;
		schema: string;
		name: string;
		columns: string[];
	}>(
		`select c.oid, n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
		from pg_class c
		join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
		group by c.oid, n.nspname, c.relname
		order by n.nspname desc, c.relname`,
		[APP_SCHEMAS],
	);
	const { rows: foreignKeys } = await client.query<{ child: number; parent: number }>(
		`select distinct conrelid::oid as child, confrelid::oid as parent from pg_constraint
		where contype = 'f' and conrelid <> confrelid and conparentid = 0`,
	);
	return sortParentsFirst(rows, foreignKeys).map(({ schema, name, columns }) => ({
		schema,
		name,
		columns,
	}));
}

function sortParentsFirst<T extends { oid: number }>(
	tables: readonly T[],
	foreignKeys: readonly { child: number; parent: number }[],
): T[] {
	const sortedOids = new Set<number>();
	const sortedTables: T[] = [];
	while (sortedTables.length < tables.length) {
		const readyTables = tables.filter(
			({ oid }) =>
				!sortedOids.has(oid) &&
				foreignKeys.every(
					({ child, parent }) =>
						child !== oid ||
						sortedOids.has(parent) ||
						!tables.some((other) => other.oid === parent),
				),
		);
		if (readyTables.length === 0) throw new Error('Tables refer to each other in a circle.');
		for (const readyTable of readyTables) sortedOids.add(readyTable.oid);
		sortedTables.push(...readyTables);
	}
	return sortedTables;
}

/** A table's rows in COPY text format, as one stream. */
export function streamRows(client: pg.ClientBase, { schema, name, columns }: Table): Readable {
	const columnList = columns.map(pg.escapeIdentifier).join(', ');
	return client.query(
		copyStreams.to(`copy (select ${columnList} from ${quoteName(schema, name)}) to stdout`),
	);
}

/** Copies rows from `streamRows` into an empty table. */
export async function fillTable(
	client: pg.ClientBase,
	{ schema, name, columns }: Table,
	rows: Readable,
): Promise<void> {
	const columnList = columns.map(pg.escapeIdentifier).join(', ');
	await pipeline(
		rows,
		client.query(copyStreams.from(`copy ${quoteName(schema, name)} (${columnList}) from stdin`)),
	);
}

/** The sequences with their last values. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
	const { rows } = await client.query<Sequence>(
		`select schemaname as schema, sequencename as name, last_value::text as "lastValue"
		from pg_sequences where schemaname = any($1) order by 1, 2`,
		[APP_SCHEMAS],
	);
	return rows;
}

/** Sets a sequence to its value in the backup. */
export async function setSequence(
	client: pg.ClientBase,
	{ schema, name, lastValue }: Sequence,
): Promise<void> {
	if (lastValue === null) return;
	await client.query('select setval($1::text::regclass, $2::bigint)', [
		quoteName(schema, name),
		lastValue,
	]);
}

/**
 * Enables or disables a table's triggers. A restore disables them, because the backup contains their effects
 * already.
 */
export async function setTriggers(
	client: pg.ClientBase,
	{ schema, name }: Table,
	state: 'enable' | 'disable',
): Promise<void> {
	await client.query(`alter table ${quoteName(schema, name)} ${state} trigger user`);
}

/** Deletes all rows of the tables. */
export async function truncateTables(
	client: pg.ClientBase,
	tables: readonly Table[],
): Promise<void> {
	const tableList = tables.map(({ schema, name }) => quoteName(schema, name)).join(', ');
	if (tableList) await client.query(`truncate ${tableList}`);
}

function quoteName(schema: string, name: string): string {
	return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';
import {
	getTableConfig,
	getTableName,
	type Index,
	is,
	PgDialect,
	PgTable,
	SQL,
} from './drizzle.ts';
import { EFFECTS, TRIGGERS } from './row-changes.ts';

const FOLDER = join(import.meta.dirname, 'schema');
const tables = await allTables();
const url = await cloneDatabase();

async function allTables(): Promise<PgTable[]> {
	const files = await readdir(FOLDER);
	const modules = await Promise.all(files.map((name) => import(join(FOLDER, name))));
	return modules.flatMap((module) =>
		Object.values<unknown>(module).filter((value): value is PgTable => is(value, PgTable)),
	);
}

/** Type names as `information_schema` writes them; Drizzle shortens some. */
const typeOf = (type: string) =>
	type
		.replace(/.*\[\]$/, 'ARRAY')
		.replace(/^numeric.*/, 'numeric')
		.replace(/^timestamp with.*/, 'timestamp with time zone');

test('the migrated database has exactly the tables of the Drizzle schema', async () => {
	const found = await query(
		url,
		"select table_name from information_schema.tables where table_schema = 'public' order by table_name",
	);

	expect(tables.map(getTableName).sort()).toEqual(found.map((row) => row.table_name));
});

/** Compares each table of the schema with the database, and reports all that differ. */
async function compareAll(
	compare: (name: string, table: PgTable) => Promise<readonly [found: unknown, declared: unknown]>,
): Promise<void> {
	const found: Record<string, unknown> = {};
	const declared: Record<string, unknown> = {};
	for (const table of tables) {
		const name = getTableName(table);
		[found[name], declared[name]] = await compare(name, table);
	}
	expect(found).toEqual(declared);
}

test('each table has the columns of the Drizzle schema, with the same types and nullability, and with defaults for the same columns', () =>
	compareAll(async (name, table) => {
		const found = await query(
			url,
			`select column_name as name, data_type as type, is_nullable = 'YES' as nullable,
				column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as filled
			from information_schema.columns where table_schema = 'public' and table_name = $1`,
			[name],
		);

		const declared = getTableConfig(table).columns.map((column) => ({
			name: column.name,
			type: typeOf(column.getSQLType()),
			nullable: !column.notNull,
			filled: column.hasDefault || column.generated !== undefined || isIdentity(column),
		}));
		return [found.sort(byName), declared.sort(byName)];
	}));

test('each table has the indexes of the Drizzle schema besides those of its constraints', () =>
	compareAll(async (name, table) => {
		const found = await query(
			url,
			`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
			where indrelid = $1::regclass
				and not exists (select from pg_constraint where conindid = indexrelid)`,
			[name],
		);
		const declared = getTableConfig(table).indexes.map(({ config }) => ({ name: config.name }));
		return [found.sort(byName), declared.sort(byName)];
	}));

test('the indexes and checks of each table have the names, conditions and columns of the Drizzle schema', async () => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	onTestFinished(() => client.end());
	const definition = async (statement: string, object: string) =>
		String((await client.query(statement, [object])).rows[0]?.definition).replace('made', '');
	const ofIndex = async (index: string) => (await definition(INDEX, index)).replace(index, '');
	const ofCheck = (check: string) => definition(CHECK, check);

	await compareAll(async (name, table) => {
		const { indexes, checks } = getTableConfig(table);
		const found: Record<string, string> = {};
		const declared: Record<string, string> = {};
		await client.query('begin');
		for (const { config } of indexes) {
			await client.query(declaredIndex(name, config));
			found[config.name ?? ''] = await ofIndex(config.name ?? '');
			declared[config.name ?? ''] = await ofIndex('made');
			await client.query('drop index made');
		}
		for (const check of checks) {
			await client.query(`alter table ${name} add constraint made check (${textOf(check.value)})`);
			found[check.name] = await ofCheck(check.name);
			declared[check.name] = await ofCheck('made');
			await client.query(`alter table ${name} drop constraint made`);
		}
		await client.query('rollback');
		return [found, declared];
	});
});

const INDEX = 'select pg_get_indexdef($1::regclass) as definition';
const CHECK =
	'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1';

const textOf = (statement: SQL) => new PgDialect().sqlToQuery(statement).sql;

function declaredIndex(table: string, config: Index['config']): string {
	const columns = config.columns.map((column) => {
		if (is(column, SQL)) return textOf(column);
		const { name, indexConfig } = column as { name: string; indexConfig: { opClass?: string } };
		return `"${name}" ${indexConfig.opClass ?? ''}`;
	});
	const options = Object.entries(config.with ?? {}).map(
		([option, value]) => `${option} = ${value}`,
	);
	return [
		`create ${config.unique ? 'unique' : ''} index made on ${table} using ${config.method ?? 'btree'}`,
		`(${columns})`,
		options.length > 0 ? `with (${options})` : '',
		config.where ? `where ${textOf(config.where)}` : '',
	].join(' ');
}

test('the foreign keys of each table have the targets and columns of the Drizzle schema', () =>
	compareAll(async (name, table) => {
		const found = await query(
			url,
			`select confrelid::regclass::text as target,
				array(select attname::text from unnest(conkey) with ordinality as k(number, place)
					join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns
			from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
			[name],
		);

		const declared = getTableConfig(table).foreignKeys.map((key) => {
			const { columns, foreignTable } = key.reference();
			return { target: getTableName(foreignTable), columns: columns.map((column) => column.name) };
		});
		const inOrder = (keys: unknown[]) => keys.map((key) => JSON.stringify(key)).sort();
		return [inOrder(found), inOrder(declared)];
	}));

const TRIGGERS_IN_DATABASE = `
	select tgname as name, tgrelid::regclass::text as table, tgtype as type, prosrc as source,
		array(select attname::text from unnest(tgattr) with ordinality as k(number, place)
			join pg_attribute on attrelid = tgrelid and attnum = number order by place) as columns
	from pg_trigger join pg_proc on pg_proc.oid = tgfoid
	where not tgisinternal and tgrelid::regclass::text not like 'pgboss.%'`;
/** The bits of `pg_trigger.tgtype`. */
const TRIGGER_EVENTS = [
	[4, 'insert'],
	[16, 'update'],
	[8, 'delete'],
	[32, 'truncate'],
] as const;

test('the database has exactly the triggers of row-changes.ts, with their columns, channels and written columns', async () => {
	const triggers = await query(url, TRIGGERS_IN_DATABASE);
	const functions = await query(url, 'select proname as name, prosrc as source from pg_proc');
	const sourceOf = new Map(functions.map(({ name, source }) => [String(name), String(source)]));

	const found = triggers.map(({ name, table, type, columns, source: text }) => {
		// Functions that a trigger's own function calls count as part of it.
		const source = String(text).replace(/perform (\w+)\(/gi, (call, called) =>
			called === 'pg_notify' ? call : (sourceOf.get(called) ?? call),
		);
		// A trigger on statements cannot list columns; its function compares them in the changed rows.
		const compared = [...source.matchAll(/"changed"\."(\w+)"/g)].map(([, column]) => column);
		const counting = [...(columns as string[]), ...new Set(compared)].filter(
			(each) => each !== 'id',
		);
		const [, channel] = /pg_notify\('(\w+)'/.exec(source) ?? [];
		const written = TRIGGERS[String(name)]?.writes?.filter((column) => writesIn(source, column));
		return [
			name,
			{
				table,
				on: TRIGGER_EVENTS.filter(([bit]) => Number(type) & bit)
					.map(([, on]) => on)
					.join(', '),
				...(counting.length > 0 && { columns: counting }),
				...(channel && { notifies: channel }),
				...(written && { writes: written }),
			},
		];
	});

	expect(Object.fromEntries(found)).toEqual(TRIGGERS);
});

/** Whether the source assigns the column: with `new.` to the changed row, otherwise to another table. */
function writesIn(source: string, column: string): boolean {
	const [table, name] = column.split('.');
	const own = new RegExp(`new\\."?${name}"?`, 'i');
	const other = new RegExp(`(update|insert into) "?${table}"?[^;]*\\b${name}\\b`, 'i');
	return own.test(source) || other.test(source);
}

test('each effect of row-changes.ts has exactly one listener in the code', async () => {
	const subscribed: string[] = [];
	const listener = /(?:events\.subscribe\(|effect: )'(\w+)'/g;
	const root = join(import.meta.dirname, '../..');
	for await (const path of glob('server/**/*.ts', { cwd: root })) {
		if (path.endsWith('.test.ts')) continue;
		const source = await readFile(join(root, path), 'utf8');
		for (const [, effect = ''] of source.matchAll(listener)) subscribed.push(effect);
	}

	expect(subscribed.sort()).toEqual(Object.keys(EFFECTS).sort());
});

type Column = ReturnType<typeof getTableConfig>['columns'][number];

function isIdentity(column: Column): boolean {
	return column.generatedIdentity !== undefined;
}

function byName(one: { name?: unknown }, other: { name?: unknown }): number {
	return String(one.name).localeCompare(String(other.name));
}

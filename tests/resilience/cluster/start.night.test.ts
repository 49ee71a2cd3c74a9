import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { cloneDatabase, createEmptyDatabase } from '#tests/support/clone-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { query } from '#tests/support/query.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');

/** Lists everything that a start could leave in a database. */
const TRACES = `
	select 'relation ' || oid::regclass || ' ' || coalesce(relacl::text, '') as trace from pg_class
	where relnamespace not in ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace, 'information_schema'::regnamespace)
	union all select 'schema ' || nspname from pg_namespace
	union all select 'extension ' || extname from pg_extension
	union all select 'setting ' || setrole::text || setconfig::text from pg_db_role_setting
	where setdatabase = (select oid from pg_database where datname = current_database())
	order by trace`;

/** Starts the app. @returns the error with which it refuses, or 'It started.' */
async function startError(environment: Record<string, string>): Promise<string> {
	const defaults = { DATA_DIR: await createTempFolder(), WEB_FOLDER, PORT: '0' };
	const opening = startApp({
		config: readConfig({ ...defaults, ...environment }),
		log: pino({ level: 'silent' }),
		onProgress: () => undefined,
		beforeServing: async () => undefined,
	});
	const started = opening.then((app) => onTestFinished(app.close));
	return started.then(
		() => 'It started.',
		(error: Error) => error.message,
	);
}

/** Expects the app to refuse the start with one line that matches, and to leave the database unchanged. */
async function expectRejected(
	url: string,
	environment: Record<string, string>,
	pattern: RegExp,
): Promise<void> {
	const traces = () => query(url, TRACES);
	const before = await traces();

	const error = await startError(environment);

	expect(error).toMatch(pattern);
	expect(error).not.toContain('\n');
	expect(await traces()).toEqual(before);
}

/**
 * A database in which a function of PostgreSQL returns a false value.
 * @param statement creates the false function in the schema `lies`, which is searched first
 */
async function openLyingDatabase(statement: string): Promise<string> {
	const url = await createEmptyDatabase();
	const name = /\/(\w+)\?/.exec(url)?.[1];
	await query(url, 'create schema lies');
	await query(url, statement);
	await query(url, `alter database ${name} set search_path = lies, pg_catalog, public`);
	return url;
}

describe('a start with a database that the app cannot use', () => {
	test('the start stops when the version of PostgreSQL is too old', async () => {
		const url = await openLyingDatabase(
			`create function lies.current_setting(asked text) returns text language sql as
			$$ select case asked when 'server_version_num' then '140011' else '14.11' end $$`,
		);

		const pattern = /^DATABASE_URL: PostgreSQL 14\.11 is too old\. Use PostgreSQL 15 or newer\.$/;
		await expectRejected(url, { DATABASE_URL: url }, pattern);
	});

	test.each([
		['ahead of', '+'],
		['behind', '-'],
	])(
		'the start stops when the clock of the database is far %s the clock of the app',
		async (side, sign) => {
			const url = await openLyingDatabase(
				`create function lies.clock_timestamp() returns timestamptz language sql as
			$$ select pg_catalog.clock_timestamp() ${sign} interval '70 seconds' $$`,
			);

			const pattern = `^DATABASE_URL: the clock of the database is (69|70|71) seconds ${side} the one here\\. Set both`;
			await expectRejected(url, { DATABASE_URL: url }, new RegExp(pattern));
		},
	);

	test('the start stops when the schema is newer than the code, or belongs to another application', async () => {
		const [newer, other, strange] = await Promise.all([
			cloneDatabase(),
			cloneDatabase(),
			createEmptyDatabase(),
		]);
		await query(
			newer,
			`insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', 9999999999999)`,
		);
		await query(other, 'update drizzle.__drizzle_migrations set created_at = 1 where id = 2');
		await query(strange, 'create table users (name text)');

		await expectRejected(
			newer,
			{ DATABASE_URL: newer },
			/^DATABASE_URL: its schema is of a newer version of the market than this one\. Start the version/,
		);
		const unknownSchemaPattern =
			/^DATABASE_URL: its schema is none that this version of the market made\. /;
		await expectRejected(other, { DATABASE_URL: other }, unknownSchemaPattern);
		const foreignTablesPattern = /^DATABASE_URL: it holds tables of something else\. /;
		await expectRejected(strange, { DATABASE_URL: strange }, foreignTablesPattern);
	});

	test('the start stops when the database account may not create tables', async () => {
		const url = await createEmptyDatabase();
		const name = `poor_${randomUUID().slice(0, 8)}`;
		await query(url, `create role ${name} login`);

		await expectRejected(
			url,
			{ DATABASE_URL: url.replace('postgres@', `${name}@`) },
			new RegExp(
				`^DATABASE_URL: its account ${name} may not make tables in the database \\w+\\. .+ owner to ${name}\\.$`,
			),
		);
	});
});

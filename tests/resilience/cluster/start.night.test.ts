import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { cloneDatabase, createEmptyDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms, openWithPrograms } from '#tests/support/debian-programs.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { openPooledDatabase } from '#tests/support/pooled-database.ts';
import { startPostgres15 } from '#tests/support/postgres-15.ts';
import { query } from '#tests/support/query.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');
const pooled = await openWithPrograms(['pgbouncer'], () => openPooledDatabase(createEmptyDatabase));
const NOWHERE = 'postgres://nobody:canary@127.0.0.1:1/nothing';

/** Lists everything that a start could leave in a database, and the rights of the account `$1`. */
const TRACES = `
	select 'relation ' || oid::regclass || ' ' || coalesce(relacl::text, '') as trace from pg_class
	where relnamespace not in ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace, 'information_schema'::regnamespace)
	union all select 'schema ' || nspname from pg_namespace
	union all select 'extension ' || extname from pg_extension
	union all select 'member ' || roleid::regrole from pg_auth_members where member = to_regrole($1)
	union all select 'setting ' || setrole::text || setconfig::text from pg_db_role_setting
	where setdatabase = (select oid from pg_database where datname = current_database())
	order by trace`;

/** Starts the app. @returns the error with which it refuses, or 'It started.' */
async function preflightError(environment: Record<string, string>): Promise<string> {
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
	const traces = () => query(url, TRACES, [pooled.login ?? '']);
	const before = await traces();

	const error = await preflightError(environment);

	expect(error).toMatch(pattern);
	expect(error).not.toMatch(/\n|canary/);
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

	test('the start stops when DATABASE_DIRECT_URL or DATABASE_REPLICA_URL names a wrong database', async () => {
		const [url, other] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);

		await expectRejected(
			url,
			{ DATABASE_URL: url, DATABASE_DIRECT_URL: other },
			/^DATABASE_DIRECT_URL: it is another database than DATABASE_URL\. Let both/,
		);
		await expectRejected(
			url,
			{ DATABASE_URL: url, DATABASE_REPLICA_URL: other },
			/^DATABASE_REPLICA_URL: it is no copy of the database of DATABASE_URL\. Give the address/,
		);
		await expectRejected(
			url,
			{ DATABASE_URL: url, DATABASE_REPLICA_URL: url },
			/^DATABASE_REPLICA_URL: it is the database itself\. Give the address/,
		);
	});
});

test('the app starts when only the replica is down', async () => {
	const url = await cloneDatabase();

	const error = await preflightError({ DATABASE_URL: url, DATABASE_REPLICA_URL: NOWHERE });

	expect(error).toBe('It started.');
});

describeWithPrograms(['pgbouncer'], 'a start behind a connection pooler', () => {
	const POOLED = () => ({ DATABASE_POOLED: '1', DATABASE_DIRECT_URL: pooled.url });

	test('the start stops when the account for the pooler is the database owner', async () => {
		const pattern =
			/^DATABASE_URL: its account postgres may do what the owner may, .+ Give it one of its own: create role/;
		await expectRejected(pooled.url, { ...POOLED(), DATABASE_URL: pooled.pooledAsOwner }, pattern);
	});

	test('the start stops when the password for the pooler is wrong', async () => {
		const pattern =
			/^DATABASE_URL: the database can't be reached: .*authentication failed\. Correct the user and the password in it\.$/;
		await expectRejected(
			pooled.url,
			{ ...POOLED(), DATABASE_URL: pooled.withWrongPassword },
			pattern,
		);
	});

	test('the start stops when the owner may not grant the application rights, and prints the statement for a superuser', async () => {
		const owner = `owner_${randomUUID().slice(0, 8)}`;
		const name = /\/(\w+)\?/.exec(pooled.url)?.[1];
		await query(pooled.url, `create role ${owner} login`);
		await query(pooled.url, `alter database ${name} owner to ${owner}`);
		const direct = pooled.url.replace('postgres@', `${owner}@`);
		const environment = {
			...POOLED(),
			DATABASE_URL: pooled.pooledUrl,
			DATABASE_DIRECT_URL: direct,
		};

		await expectRejected(
			pooled.url,
			environment,
			/^DATABASE_DIRECT_URL: its account may not give login_\w+ the rights of the application\. As a superuser: .+\.$/,
		);

		const grant = /As a superuser: (.+)\.$/.exec(await preflightError(environment))?.[1] ?? '';
		await query(pooled.url, grant);
		expect(await preflightError(environment)).toBe('It started.');
	});
});

const other = await openWithPrograms(['pg_basebackup'], () => startPostgres15());

describeWithPrograms(
	['pg_basebackup'],
	'DATABASE_REPLICA_URL of a server that is no replica of the database',
	() => {
		test('a DATABASE_REPLICA_URL that names no replica of the database is refused at the start', async () => {
			const url = inject('databaseServer');
			const environment = { DATABASE_URL: url, DATABASE_REPLICA_URL: other.url('postgres') };

			await expectRejected(
				url,
				environment,
				/^DATABASE_REPLICA_URL: it is no copy of the database/,
			);
		});
	},
);

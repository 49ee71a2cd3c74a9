import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import * as z from 'zod/mini';
import { canConnectAs, withClient } from '#server/db/client.ts';
import { type MigrationMeta, readMigrationFiles } from '#server/db/drizzle.ts';
import { LOCKS } from '#server/db/locks.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const JOURNAL = join(MIGRATIONS, 'meta', '_journal.json');
/** How often an instance tries to get the lock while another one migrates. */
const LOCK_POLL_MS = 100;
/** The table as Drizzle's own tools create it. */
const CREATE_MIGRATIONS_TABLE = `create schema if not exists drizzle;
	create table if not exists drizzle.__drizzle_migrations (
		id serial primary key, hash text not null, created_at bigint)`;

export type Migration = Pick<MigrationMeta, 'sql' | 'hash' | 'folderMillis'>;

/**
 * Short, because all later statements on the table wait behind the migration's lock request. Those of users time out after
 * little more than a second.
 */
const LOCK_TIMEOUT_MS = 500;
/** Time for the queued statements to run. */
const RETRY_DELAY_MS = 1000;
const LOCK_NOT_AVAILABLE = '55P03';
/** First line of a migration whose statements can't run in a transaction, such as `create index concurrently`. */
const OUTSIDE_TRANSACTION = '-- outside a transaction';

const journal = z.looseObject({
	entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});

/** The schema was not created by this version of the app or an earlier one. */
export class UnknownSchemaError extends Error {
	/** A phrase to append to the name of the variable or database. */
	readonly problem: string;

	constructor(problem: string) {
		super(`The database can't be used: ${problem}.`);
		this.problem = problem;
	}
}

interface Options {
	/** The last migration to apply; all by default. */
	through?: string;
	/** Called with a message for each slow step. */
	onProgress?: (step: string) => void;
}

/**
 * Applies the pending migrations, each separately; instances that start together take turns.
 * @throws UnknownSchemaError with a one-line message before anything is written; Error when `through` does not exist
 */
export async function migrate(
	url: string,
	{ through, onProgress = () => undefined }: Options = {},
): Promise<void> {
	const names = await migrationNames();
	const lastIndex = through === undefined ? names.length - 1 : names.indexOf(through);
	if (lastIndex === -1) throw new Error(`There is no migration ${through} here.`);
	const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(0, lastIndex + 1);
	await withClient({ connectionString: url }, async (client) => {
		// Ending the connection releases the lock.
		await acquireMigrationLock(client);
		const applied = await requireKnownSchema(client);
		await client.query(CREATE_MIGRATIONS_TABLE);
		for (const migration of migrations) {
			if (applied.includes(migration.folderMillis)) continue;
			await applyMigration(client, migration, onProgress);
		}
	});
}

/** Polls, because a waiting statement would block a `create index concurrently` of the instance that holds the lock. */
async function acquireMigrationLock(client: pg.Client): Promise<void> {
	const tryLock = async () => {
		const { rows } = await client.query<{ isOurs: boolean }>(
			'select pg_try_advisory_lock($1) as "isOurs"',
			[LOCKS.migrations],
		);
		return rows[0]?.isOurs === true;
	};
	while (!(await tryLock())) await wait(LOCK_POLL_MS);
}

/** The names of all migrations, oldest first. */
export async function migrationNames(): Promise<string[]> {
	return (await readJournal()).entries.map(({ tag }) => tag);
}

async function readJournal() {
	return z.parse(journal, JSON.parse(await readFile(JOURNAL, 'utf8')));
}

/**
 * @returns the times of the applied migrations
 * @throws UnknownSchemaError unless they are exactly the times of the known migrations up to the newest applied one
 */
async function requireKnownSchema(client: pg.Client): Promise<number[]> {
	const knownTimes = (await readJournal()).entries.map(({ when }) => when);
	const applied = await appliedMigrations(client);
	if (applied === undefined) throw new UnknownSchemaError('it holds tables of something else');
	const expectedTimes = knownTimes.filter((when) => when <= Math.max(...applied, 0));
	if (isSameSet(applied, expectedTimes)) return applied;
	const isNewer = applied.some((when) => when > Math.max(...knownTimes));
	throw new UnknownSchemaError(
		isNewer
			? 'its schema is of a newer version of the market than this one'
			: 'its schema is none that this version of the market made',
	);
}

/** The journal times of the applied migrations; undefined when a table `users` exists that no migration created. */
async function appliedMigrations(client: pg.Client): Promise<number[] | undefined> {
	const { rows: found } = await client.query<{ isThere: boolean; isTaken: boolean }>(
		`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere",
			to_regclass('public.users') is not null as "isTaken"`,
	);
	if (!found[0]?.isThere) return found[0]?.isTaken ? undefined : [];
	const { rows } = await client.query<{ when: string }>(
		'select created_at as when from drizzle.__drizzle_migrations',
	);
	return rows.map(({ when }) => Number(when));
}

function isSameSet(some: readonly number[], others: readonly number[]): boolean {
	return some.length === others.length && some.every((each) => others.includes(each));
}

/**
 * Applies one migration and records it. When a lock is not free within LOCK_TIMEOUT_MS, the migration is rolled back
 * and tried again, because a waiting lock request blocks all later statements. A migration outside a transaction runs
 * statement by statement, and from the first again after an interruption: each statement must be repeatable.
 * @param onProgress called once when locks of others delay the migration
 */
export async function applyMigration(
	client: pg.Client,
	migration: Migration,
	onProgress: (step: string) => void,
): Promise<void> {
	if (migration.sql[0]?.startsWith(OUTSIDE_TRANSACTION)) return runStatements(client, migration);
	for (let hasReported = false; !(await tryApply(client, migration)); hasReported = true) {
		if (!hasReported)
			onProgress('The schema is brought up to date once others let go of its tables');
		await wait(RETRY_DELAY_MS);
	}
}

/** @returns false when a lock was not free in time; nothing is changed then */
async function tryApply(client: pg.Client, migration: Migration): Promise<boolean> {
	try {
		await client.query('begin');
		await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
		await runStatements(client, migration);
		await client.query('commit');
		return true;
	} catch (error) {
		if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
		await client.query('rollback');
		return false;
	}
}

async function runStatements(
	client: pg.Client,
	{ sql, hash, folderMillis }: Migration,
): Promise<void> {
	for (const statement of sql) await client.query(statement);
	await client.query(
		'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
		[hash, folderMillis],
	);
}

/** The role of the application's connections. It owns no table, so that it can't disable triggers. */
export const APP_ROLE = 'market_app';
/** Schema of the job queue; jobs are added within the application's transactions. */
const QUEUE_SCHEMA = 'pgboss';

/** SQLSTATE of a statement that the account has no permission for. */
const INSUFFICIENT_PRIVILEGE = '42501';
/** SQLSTATEs when another instance creates or grants the role at the same time, perhaps for another database. */
const DUPLICATE_OBJECT = ['42710', '23505', 'XX000'];

/** The audit log may only be read and appended to; its trigger updates the head with the owner's rights. */
const GRANTS = [
	`create schema if not exists ${QUEUE_SCHEMA}`,
	...['public', QUEUE_SCHEMA].flatMap((schema) => [
		`grant usage on schema ${schema} to ${APP_ROLE}`,
		`grant select, insert, update, delete on all tables in schema ${schema} to ${APP_ROLE}`,
		`grant usage on all sequences in schema ${schema} to ${APP_ROLE}`,
		`alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${APP_ROLE}`,
		`alter default privileges in schema ${schema} grant usage on sequences to ${APP_ROLE}`,
	]),
	`revoke all on audit_log, audit_head from ${APP_ROLE}`,
	`grant select, insert on audit_log to ${APP_ROLE}`,
	`grant select on audit_head to ${APP_ROLE}`,
];

/**
 * Creates the application's role and grants its rights in this database, whose schema must be up to date.
 * @returns the role; undefined, with a warning in the log, when the database does not allow it
 */
export async function prepareAppRole(
	url: string,
	log: FastifyBaseLogger,
): Promise<string | undefined> {
	try {
		await withClient({ connectionString: url }, async (client) => {
			await createAppRole(client);
			if (!(await canSetRole(client))) {
				await runIgnoringDuplicate(client, `grant ${APP_ROLE} to current_user`);
			}
			await grantAppRights(client);
		});
		if (await canConnectAs(url, APP_ROLE)) return APP_ROLE;
		log.warn({ role: APP_ROLE }, 'working as the owner: connections can not take the role');
	} catch (error) {
		if (!hasErrorCode(error, [INSUFFICIENT_PRIVILEGE])) throw error;
		log.warn(
			{ role: APP_ROLE, reason: error.message },
			'working as the owner: the role can not be created',
		);
	}
	return undefined;
}

/** @throws DatabaseError when the account lacks the permission */
async function createAppRole(client: pg.Client): Promise<void> {
	const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
	if (rowCount === 0) await runIgnoringDuplicate(client, `create role ${APP_ROLE} nologin`);
}

async function canSetRole(client: pg.Client): Promise<boolean> {
	try {
		await client.query(`set role ${APP_ROLE}`);
		await client.query('reset role');
		return true;
	} catch (error) {
		if (hasErrorCode(error, [INSUFFICIENT_PRIVILEGE])) return false;
		throw error;
	}
}

/** Grants the role's rights in this database, whose schema must be up to date. */
async function grantAppRights(client: pg.Client): Promise<void> {
	await client.query('begin');
	await client.query('select pg_advisory_xact_lock($1)', [LOCKS.rights]);
	for (const grant of GRANTS) await client.query(grant);
	await client.query('commit');
}

/**
 * Runs a statement on a role, and ignores its failure when another instance does the same at the same time. An advisory
 * lock cannot prevent that: it holds in one database, and roles belong to the whole server.
 */
async function runIgnoringDuplicate(client: pg.Client, statement: string): Promise<void> {
	try {
		await client.query(statement);
	} catch (error) {
		if (!hasErrorCode(error, DUPLICATE_OBJECT)) throw error;
	}
}

function hasErrorCode(error: unknown, codes: readonly string[]): error is pg.DatabaseError {
	return error instanceof pg.DatabaseError && codes.includes(error.code ?? '');
}

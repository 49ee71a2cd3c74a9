import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import * as z from 'zod/mini';
import { LOCKS } from '#server/db/locks.ts';
import { withClient } from '#server/db/with-client.ts';
import { applyMigration } from './apply-migration.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const JOURNAL = join(MIGRATIONS, 'meta', '_journal.json');
/** How often an instance tries to get the lock while another one migrates. */
const LOCK_POLL_MS = 100;
/** The table as Drizzle's own tools create it. */
const CREATE_MIGRATIONS_TABLE = `create schema if not exists drizzle;
	create table if not exists drizzle.__drizzle_migrations (
		id serial primary key, hash text not null, created_at bigint)`;

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

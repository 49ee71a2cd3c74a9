import { setTimeout as delay } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import pg from 'pg';

export type Migration = Pick<MigrationMeta, 'sql' | 'hash' | 'folderMillis'>;

/** Whoever comes later waits behind it meanwhile, and gives up after a little more than a second. */
const LOCK_TIMEOUT_MS = 500;
/** Those who waited get their turn. */
const RETRY_DELAY_MS = 1000;
const LOCK_NOT_AVAILABLE = '55P03';
/** How a migration begins whose statements no transaction may hold, such as `create index concurrently`. */
const OUTSIDE_TRANSACTION = '-- outside a transaction';

/**
 * Applies one migration and notes it. While somebody keeps a lock that it needs it is taken back and tried again, as a lock that
 * is waited for holds everybody up. One outside a transaction goes statement by statement, and from its first again after it
 * was broken off: each must bear that.
 * @param onProgress told once where others' locks keep it
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
		await delay(RETRY_DELAY_MS);
	}
}

/** False where a lock could not be had in time; nothing is changed then. */
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

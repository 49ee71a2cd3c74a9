import { setTimeout as wait } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import pg from 'pg';

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

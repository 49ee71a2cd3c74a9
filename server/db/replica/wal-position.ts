import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** The insert position of the primary: the end of its WAL in memory, after every commit, even one not on disk yet. */
export function currentWalPosition(db: Db): Promise<bigint> {
	return queryWalPosition(db, sql`select pg_current_wal_insert_lsn()::text as position`);
}

/**
 * The flush position of the primary. It is the end of a whole record, unlike the insert position, which an idle replica
 * may never reach.
 */
export function flushedWalPosition(db: Db): Promise<bigint> {
	return queryWalPosition(db, sql`select pg_current_wal_flush_lsn()::text as position`);
}

/** The replay position of a replica; zero on a primary. */
export function replayedWalPosition(db: Db): Promise<bigint> {
	return queryWalPosition(
		db,
		sql`select pg_last_wal_replay_lsn()::text as position where pg_is_in_recovery()`,
	);
}

async function queryWalPosition(db: Db, statement: ReturnType<typeof sql>): Promise<bigint> {
	const { rows } = await db.execute<{ position: string | null }>(statement);
	return parseWalPosition(rows[0]?.position);
}

/** Parses an LSN, two hexadecimal halves like `16/B374D848`; zero for null. */
export function parseWalPosition(lsn: string | null | undefined): bigint {
	const [high, low] = (lsn ?? '0/0').split('/');
	return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

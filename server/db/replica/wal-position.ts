import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/** Behind everything that is committed, even what is not on disk yet. */
export function currentWalPosition(db: Db): Promise<bigint> {
	return queryWalPosition(db, sql`select pg_current_wal_insert_lsn()::text as place`);
}

/** Behind what is on disk: the end of a whole record, unlike the other, which a copy without news never comes to. */
export function flushedWalPosition(db: Db): Promise<bigint> {
	return queryWalPosition(db, sql`select pg_current_wal_flush_lsn()::text as place`);
}

/** Of a copy; zero of what is none. */
export function replayedWalPosition(db: Db): Promise<bigint> {
	return queryWalPosition(
		db,
		sql`select pg_last_wal_replay_lsn()::text as place where pg_is_in_recovery()`,
	);
}

async function queryWalPosition(db: Db, statement: ReturnType<typeof sql>): Promise<bigint> {
	const { rows } = await db.execute<{ place: string | null }>(statement);
	return parseWalPosition(rows[0]?.place);
}

/** A place in the write-ahead log as PostgreSQL writes it, two hexadecimal halves; zero for none. */
export function parseWalPosition(lsn: string | null | undefined): bigint {
	const [high, low] = (lsn ?? '0/0').split('/');
	return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

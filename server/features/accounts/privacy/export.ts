import { sql } from 'drizzle-orm';
import { EXPORT_TIMEOUT_MS } from '#contract/accounts/facts.ts';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { abortableTransaction, type Db, type PooledDb } from '#server/db/client.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';

/** An export is built in memory as a whole, so few run at once. */
const exportLimit = createConcurrencyLimit({ maxRunning: 2, waiting: 20 });

/** Ends statements whose result no client is waiting for any more. */
const STATEMENT_LIMIT = sql`set local statement_timeout = ${sql.raw(String(EXPORT_TIMEOUT_MS))}`;

/** One snapshot over one connection, which leaves the other connections to other requests. */
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

export interface ExportDeps {
	/** For exports and erasures, which run longer than other requests. */
	backgroundDb: PooledDb;
	photoUrls: PhotoUrls;
	/** Collects what all features store about a user (server/app/personal-data.ts). */
	exportPersonalData: (db: Db, userId: number, photoUrls: PhotoUrls) => Promise<PersonalData>;
}

/**
 * Exports everything stored about a user.
 * @param signal aborts the export when the client is gone, so that the export does not delay others
 * @throws AppError too_many when too many exports are waiting; not_found when the account is gone; `signal.reason` when
 * aborted
 */
export function exportPerson(
	{ backgroundDb, photoUrls, exportPersonalData }: ExportDeps,
	userId: number,
	signal: AbortSignal,
): Promise<PersonalData> {
	async function collect(tx: Db): Promise<PersonalData> {
		await tx.execute(STATEMENT_LIMIT);
		return exportPersonalData(tx, userId, photoUrls);
	}
	return exportLimit.run(
		() => abortableTransaction(signal, backgroundDb, collect, SNAPSHOT),
		signal,
	);
}

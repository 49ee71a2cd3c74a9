import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type DatabasePool, type Db, openReplicaPool, type ReadRouter } from '#server/db/client.ts';
import { asAppError, reasonOf } from '#server/db/errors.ts';
import { type HealthMonitor, openHealthMonitor } from '#server/db/health.ts';
import { AppError } from '#server/lib/app-error.ts';
import { coalesce } from '#server/lib/coalesce.ts';
import { logOncePer } from '#server/lib/log-throttle.ts';
import type { HighWatermark } from './high-watermark.ts';
import { checkReplica, measureLag } from './lag.ts';
import { currentWalPosition, replayedWalPosition } from './wal-position.ts';

/** A copy that is farther behind is not read. */
const MAX_LAG_MS = 5000;
/** What was written longer ago is in every copy that is read. */
export const RECENT_WRITE_S = 10;
/** So long is waited for one of both where neither is there: a copy that takes over breaks every line to it. */
const FAILOVER_WAIT_MS = 750;
/** A read that failed later than this has had its time. */
const EARLY_FAILURE_MS = 250;

const LOG_MESSAGES = {
	down: 'the copy of the database is not read',
	up: 'the copy of the database is read again',
};

interface Options {
	/** Of the copy; or of a balancer before several. */
	url: string;
	/** Whether it may be a pooler's address. */
	isPooled: boolean;
	/** The database itself. */
	requestPool: DatabasePool;
	health: HealthMonitor;
	/** How far the database has been written, as far as people were told of it. */
	watermark: HighWatermark;
	log: FastifyBaseLogger;
	maxLagMs?: number;
}

/** The copy has not replayed what it would have to show. */
class ReplicaBehindError extends Error {}

/**
 * Reads at a copy of the database that follows it by itself, a standby, as far as that will do. After every write the
 * database is asked for its place in the write-ahead log, and no copy is read that is not there yet. While the database
 * itself is away, nothing is written, and the copy is read as it is.
 */
export async function openReplica(
	options: Options,
): Promise<ReadRouter & { close: () => Promise<void> }> {
	const { url, isPooled, requestPool, health, log, maxLagMs = MAX_LAG_MS } = options;
	const lag = measureLag(requestPool.db, health);
	const check = (line: pg.Client) => checkReplica(line, lag, maxLagMs);
	const replicaHealth = await openHealthMonitor(url, log, {
		check,
		messages: LOG_MESSAGES,
		level: 'warn',
	});
	const onIdleError = (error: Error) =>
		log.warn({ reason: error.message }, 'a connection to the copy of the database broke');
	const replicaPool = openReplicaPool(url, { health: replicaHealth, onIdleError, isPooled });
	const { afterWrite, requiredPosition } = trackWrites(options);

	async function readAtReplica<T>(work: (db: Db) => Promise<T>): Promise<T> {
		const position = health.isUp() ? await requiredPosition() : 0n;
		if (position === 0n) return work(replicaPool.db);
		// In a transaction, so that it is the one that is asked which is read: an address may stand for several.
		return replicaPool.db.transaction(
			async (tx) => {
				if ((await replayedWalPosition(tx)) < position) throw new ReplicaBehindError();
				return work(tx);
			},
			{ accessMode: 'read only' },
		);
	}

	const shouldLog = logOncePer();
	function logFailure(error: unknown): void {
		if (error instanceof AppError || error instanceof ReplicaBehindError) return;
		const reason = reasonOf(error);
		if (shouldLog(reason)) log.warn({ reason }, 'not read at the copy of the database');
	}

	async function tryRead<T>(work: (db: Db) => Promise<T>): Promise<T> {
		if (!replicaHealth.isUp()) return work(requestPool.db);
		try {
			return await readAtReplica(work);
		} catch (error) {
			logFailure(error);
		}
		try {
			return await work(requestPool.db);
		} catch (error) {
			// It has gone away since it was last felt for.
			if (isUnavailableError(error) && replicaHealth.isUp()) return work(replicaPool.db);
			throw error;
		}
	}

	return {
		async readFromReplica(work) {
			const startedAt = performance.now();
			try {
				return await tryRead(work);
			} catch (error) {
				const isLate = performance.now() - startedAt > EARLY_FAILURE_MS;
				if (isLate || !isUnavailableError(error) || !(await isUpSoon([replicaHealth, health])))
					throw error;
				return tryRead(work);
			}
		},
		afterWrite,
		replicaStatus: () => ({ lagMs: lag.lagMs(), failureReason: replicaHealth.downReason() }),
		async close() {
			await replicaPool.close();
			await replicaHealth.close();
		},
	};
}

/** @returns whether one of them does, or did within a moment */
async function isUpSoon(monitors: readonly HealthMonitor[]): Promise<boolean> {
	const controller = new AbortController();
	const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(FAILOVER_WAIT_MS)]);
	const any = Promise.any(monitors.map((health) => health.untilUp(signal)));
	return any
		.then(
			() => true,
			() => false,
		)
		.finally(() => controller.abort());
}

const isUnavailableError = (error: unknown) => asAppError(error)?.kind === 'unavailable';

/** How far a copy must have come, told and asked. */
function trackWrites({ requestPool, watermark }: Options) {
	const position = coalesce(() => currentWalPosition(requestPool.db));
	const lastWritten = coalesce(watermark.read);
	let pendingWrites = 0;
	/** By a clock that is never put back. */
	let unknownUntil = 0;
	return {
		async afterWrite(): Promise<void> {
			pendingWrites += 1;
			try {
				await watermark.advance(await position());
			} catch {
				unknownUntil = performance.now() + RECENT_WRITE_S * 1000;
			} finally {
				pendingWrites -= 1;
			}
		},
		/** Zero where nothing was written lately. @throws NotThereYet while that is not known */
		async requiredPosition(): Promise<bigint> {
			if (pendingWrites > 0 || performance.now() < unknownUntil) throw new ReplicaBehindError();
			return lastWritten();
		},
	};
}

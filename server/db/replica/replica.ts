import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type DatabasePool, type Db, openReplicaPool, type ReadRouter } from '#server/db/client.ts';
import { asAppError, reasonOf } from '#server/db/errors.ts';
import { type HealthMonitor, openHealthMonitor } from '#server/db/health.ts';
import { AppError } from '#server/lib/app-error.ts';
import { coalesce } from '#server/lib/coalesce.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import type { HighWatermark } from './high-watermark.ts';
import { checkReplica, measureLag } from './lag.ts';
import { currentWalPosition, replayedWalPosition } from './wal-position.ts';

/** A replica with more lag is not read. */
const MAX_LAG_MS = 5000;
/**
 * How long the position of a write is kept, in seconds. Longer than MAX_LAG_MS: older writes are in
 * every replica that is read.
 */
export const RECENT_WRITE_S = 10;
/**
 * A failed read is tried again until this time has passed since its start. A failover drops all connections, and every
 * request must be answered within two seconds.
 */
const TRY_FOR_MS = 1700;
/** After this time, only the replica is tried, as it is: a primary that does not answer would take another second. */
const TRY_PRIMARY_FOR_MS = 1000;
/** Pause between two tries. If primary and replica both refuse, a load balancer needs a moment to notice. */
const RETRY_DELAY_MS = 100;

const LOG_MESSAGES = {
	down: 'the copy of the database is not read',
	up: 'the copy of the database is read again',
};

interface Options {
	/** URL of the replica, or of a load balancer in front of several. */
	url: string;
	/** Whether the URL is treated as a pooler's: no session settings are sent then, and statements have no names. */
	isPooled: boolean;
	/** Pool of the primary. */
	requestPool: DatabasePool;
	health: HealthMonitor;
	/** WAL position of the last write that was confirmed to a client. */
	watermark: HighWatermark;
	log: FastifyBaseLogger;
	maxLagMs?: number;
}

/** The replica has not replayed a confirmed write yet. */
class ReplicaBehindError extends Error {}

/**
 * Routes reads to a streaming replica when it is current enough. After every write the primary's WAL position is
 * recorded, and a replica is read only once it has replayed that position. While the primary is down there are no
 * writes, so the replica is read as it is.
 */
export async function openReplica(
	options: Options,
): Promise<ReadRouter & { close: () => Promise<void> }> {
	const { url, isPooled, requestPool, health, log, maxLagMs = MAX_LAG_MS } = options;
	const lag = measureLag(requestPool.db, health);
	const check = (client: pg.Client) => checkReplica(client, lag, maxLagMs);
	const replicaHealth = await openHealthMonitor(url, log, {
		check,
		messages: LOG_MESSAGES,
		level: 'warn',
	});
	const onIdleError = (error: Error) =>
		log.warn({ reason: error.message }, 'a replica connection broke');
	const replicaPool = openReplicaPool(url, { health: replicaHealth, onIdleError, isPooled });
	const { afterWrite, requiredPosition } = trackWrites(options);

	async function readAtReplica<T>(work: (db: Db) => Promise<T>): Promise<T> {
		const position = health.isUp() ? await requiredPosition() : 0n;
		if (position === 0n) return work(replicaPool.db);
		// In a transaction, so that the check and the read run on the same replica: the URL may stand for several.
		return replicaPool.db.transaction(
			async (tx) => {
				if ((await replayedWalPosition(tx)) < position) throw new ReplicaBehindError();
				return work(tx);
			},
			{ accessMode: 'read only' },
		);
	}

	let outdatedReads = 0;
	/** Reads from the replica although it may not have replayed the latest writes. */
	function readAtReplicaAsItIs<T>(work: (db: Db) => Promise<T>): Promise<T> {
		outdatedReads += 1;
		return work(replicaPool.db);
	}

	const shouldLog = createLogThrottle();
	function logFailure(error: unknown): void {
		if (error instanceof AppError || error instanceof ReplicaBehindError) return;
		const reason = reasonOf(error);
		if (shouldLog(reason)) log.warn({ reason }, 'a read at the replica failed');
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
			// The primary does not answer: the data of the replica, which may be older, is better than none.
			if (isUnavailableError(error)) return readAtReplicaAsItIs(work);
			throw error;
		}
	}

	/** Waits until a failed read can be tried again. Returns false if that takes too long, or if a retry would not help. */
	async function canTryAgain(error: unknown, withinMs: number): Promise<boolean> {
		if (!isUnavailableError(error) || withinMs < RETRY_DELAY_MS) return false;
		await wait(RETRY_DELAY_MS);
		return isUpWithin(withinMs - RETRY_DELAY_MS, [replicaHealth, health]);
	}

	return {
		async readFromReplica(work) {
			const startedAt = performance.now();
			const elapsedMs = () => performance.now() - startedAt;
			for (;;) {
				try {
					return await (elapsedMs() < TRY_PRIMARY_FOR_MS
						? tryRead(work)
						: readAtReplicaAsItIs(work));
				} catch (error) {
					if (!(await canTryAgain(error, TRY_FOR_MS - elapsedMs()))) throw error;
				}
			}
		},
		afterWrite,
		countOutdatedReads: () => outdatedReads,
		replicaStatus: () => ({ lagMs: lag.lagMs(), failureReason: replicaHealth.downReason() }),
		async close() {
			await replicaPool.close();
			await replicaHealth.close();
		},
	};
}

/** @returns whether one of the monitored databases is up, or comes up within this time */
async function isUpWithin(timeMs: number, monitors: readonly HealthMonitor[]): Promise<boolean> {
	const controller = new AbortController();
	const timeout = AbortSignal.timeout(Math.ceil(timeMs));
	const signal = AbortSignal.any([controller.signal, timeout]);
	const anyUp = Promise.any(monitors.map((health) => health.untilUp(signal)));
	return anyUp
		.then(
			() => true,
			() => false,
		)
		.finally(() => controller.abort());
}

const isUnavailableError = (error: unknown) => asAppError(error)?.kind === 'unavailable';

/** Records the WAL position after each write, and provides the position that a replica must have replayed. */
function trackWrites({ requestPool, watermark }: Options) {
	const position = coalesce(() => currentWalPosition(requestPool.db));
	const lastWritten = coalesce(watermark.read);
	let pendingWrites = 0;
	/** After a write whose position could not be recorded, no replica is read until this time (monotonic clock). */
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
		/**
		 * @returns the position that a replica must have replayed; zero without recent writes
		 * @throws ReplicaBehindError while the position is unknown
		 */
		async requiredPosition(): Promise<bigint> {
			if (pendingWrites > 0 || performance.now() < unknownUntil) throw new ReplicaBehindError();
			return lastWritten();
		},
	};
}

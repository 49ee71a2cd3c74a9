import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { HighMark } from '#server/cluster/high-watermark.ts';
import { type Connection, connectToCopy, type Db, type Reading } from '#server/db/client.ts';
import { asRefusal, reasonOf } from '#server/db/errors.ts';
import { openPulse, type Pulse } from '#server/db/health.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { together } from '#server/lib/coalesce.ts';
import { seldom } from '#server/lib/log-throttle.ts';
import { lookAtCopy, measureDistance } from './lag.ts';
import { replayedPlace, writtenPlace } from './wal-position.ts';

/** A copy that is farther behind is not read. */
const MOST_BEHIND_MS = 5000;
/** What was written longer ago is in every copy that is read. */
export const WRITTEN_LATELY_S = 10;
/** So long is waited for one of both where neither is there: a copy that takes over breaks every line to it. */
const NEITHER_MS = 750;
/** A read that failed later than this has had its time. */
const AT_ONCE_MS = 250;

const WORDS = {
	stopped: 'the copy of the database is not read',
	back: 'the copy of the database is read again',
};

interface Options {
	/** Of the copy; or of a balancer before several. */
	url: string;
	/** Whether it may be a pooler's address. */
	isPooled: boolean;
	/** The database itself. */
	serving: Connection;
	pulse: Pulse;
	/** How far the database has been written, as far as people were told of it. */
	written: HighMark;
	log: FastifyBaseLogger;
	mostBehindMs?: number;
}

/** The copy has not replayed what it would have to show. */
class NotThereYet extends Error {}

/**
 * Reads at a copy of the database that follows it by itself, a standby, as far as that will do. After every write the
 * database is asked for its place in the write-ahead log, and no copy is read that is not there yet. While the database
 * itself is away, nothing is written, and the copy is read as it is.
 */
export async function openCopy(
	options: Options,
): Promise<Reading & { close: () => Promise<void> }> {
	const { url, isPooled, serving, pulse, log, mostBehindMs = MOST_BEHIND_MS } = options;
	const distance = measureDistance(serving.db, pulse);
	const ask = (line: pg.Client) => lookAtCopy(line, distance, mostBehindMs);
	const copyPulse = await openPulse(url, log, { ask, words: WORDS, level: 'warn' });
	const onIdleError = (error: Error) =>
		log.warn({ reason: error.message }, 'a connection to the copy of the database broke');
	const copy = connectToCopy(url, { pulse: copyPulse, onIdleError, isPooled });
	const { wrote, needed } = followWrites(options);

	async function readAtCopy<T>(work: (db: Db) => Promise<T>): Promise<T> {
		const place = pulse.isBeating() ? await needed() : 0n;
		if (place === 0n) return work(copy.db);
		// In a transaction, so that it is the one that is asked which is read: an address may stand for several.
		return copy.db.transaction(
			async (tx) => {
				if ((await replayedPlace(tx)) < place) throw new NotThereYet();
				return work(tx);
			},
			{ accessMode: 'read only' },
		);
	}

	const isNews = seldom();
	function note(error: unknown): void {
		if (error instanceof Refusal || error instanceof NotThereYet) return;
		const reason = reasonOf(error);
		if (isNews(reason)) log.warn({ reason }, 'not read at the copy of the database');
	}

	async function readOnce<T>(work: (db: Db) => Promise<T>): Promise<T> {
		if (!copyPulse.isBeating()) return work(serving.db);
		try {
			return await readAtCopy(work);
		} catch (error) {
			note(error);
		}
		try {
			return await work(serving.db);
		} catch (error) {
			// It has gone away since it was last felt for.
			if (isUnavailable(error) && copyPulse.isBeating()) return work(copy.db);
			throw error;
		}
	}

	return {
		async read(work) {
			const since = performance.now();
			try {
				return await readOnce(work);
			} catch (error) {
				const isLate = performance.now() - since > AT_ONCE_MS;
				if (isLate || !isUnavailable(error) || !(await beatsSoon([copyPulse, pulse]))) throw error;
				return readOnce(work);
			}
		},
		wrote,
		standing: () => ({ behindMs: distance.behindMs(), trouble: copyPulse.fault() }),
		async close() {
			await copy.close();
			await copyPulse.close();
		},
	};
}

/** @returns whether one of them does, or did within a moment */
async function beatsSoon(pulses: readonly Pulse[]): Promise<boolean> {
	const over = new AbortController();
	const signal = AbortSignal.any([over.signal, AbortSignal.timeout(NEITHER_MS)]);
	const any = Promise.any(pulses.map((pulse) => pulse.beats(signal)));
	return any
		.then(
			() => true,
			() => false,
		)
		.finally(() => over.abort());
}

const isUnavailable = (error: unknown) => asRefusal(error)?.kind === 'unavailable';

/** How far a copy must have come, told and asked. */
function followWrites({ serving, written }: Options) {
	const place = together(() => writtenPlace(serving.db));
	const lastWritten = together(written.read);
	let learning = 0;
	/** By a clock that is never put back. */
	let unsureUntil = 0;
	return {
		async wrote(): Promise<void> {
			learning += 1;
			try {
				await written.raise(await place());
			} catch {
				unsureUntil = performance.now() + WRITTEN_LATELY_S * 1000;
			} finally {
				learning -= 1;
			}
		},
		/** Zero where nothing was written lately. @throws NotThereYet while that is not known */
		async needed(): Promise<bigint> {
			if (learning > 0 || performance.now() < unsureUntil) throw new NotThereYet();
			return lastWritten();
		},
	};
}

import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { reasonOf } from './errors.ts';

const EVERY_MS = 500;
/** With the pause before it, somebody who asks just as the database falls silent is told within two seconds. */
const ANSWER_WITHIN_MS = 1000;
/** It answers that it has no connection left: those that we have are served. */
const TOO_MANY_CONNECTIONS = '53300';

/** What is felt for, and how it is told. */
export interface Heart {
	/** Throws where the answer is not what it should be. */
	ask: (line: pg.Client) => Promise<void>;
	words: { stopped: string; back: string };
	/** How bad it is that it has stopped. */
	level: 'error' | 'warn';
}

const OF_THE_DATABASE: Heart = {
	ask: requireWritable,
	words: { stopped: 'the database does not answer', back: 'the database answers again' },
	level: 'error',
};

/** Whether the database answers, known at any moment without asking it. */
export interface Pulse {
	isBeating: () => boolean;
	/** Why not, in words. */
	fault: () => string | undefined;
	/** Calls back each time it has stopped, and each time it has come back. */
	watch: (watcher: (isBeating: boolean) => void) => void;
	/** Resolves once it beats, at once where it does. Rejects with the signal's reason where that comes first. */
	beats: (signal: AbortSignal) => Promise<void>;
	close: () => Promise<void>;
}

/**
 * Asks the database for next to nothing twice a second, on a connection of its own. It takes the database for away when a
 * second has passed without an answer or the connection can't be had, and for back at the first answer.
 */
export async function openPulse(
	url: string,
	log: FastifyBaseLogger,
	{ ask, words, level }: Heart = OF_THE_DATABASE,
): Promise<Pulse> {
	const watchers: ((isBeating: boolean) => void)[] = [];
	const closing = new AbortController();
	const waiting = new Set<() => void>();
	let line: pg.Client | undefined;
	let fault: string | undefined;
	const isBeating = () => fault === undefined;

	function note(found: string | undefined): void {
		const before = isBeating();
		fault = found;
		if (isBeating()) for (const goOn of waiting) goOn();
		if (isBeating() === before || closing.signal.aborted) return;
		if (isBeating()) log.info(words.back);
		else log[level]({ reason: fault }, words.stopped);
		for (const watcher of watchers) watcher(isBeating());
	}

	/** @returns why there was no answer */
	async function feel(): Promise<string | undefined> {
		try {
			line ??= await openLine(url);
			await answered(line, ask);
			return undefined;
		} catch (error) {
			line?.connection.stream.destroy();
			line = undefined;
			return isFull(error) ? undefined : reasonOf(error);
		}
	}

	async function keepFeeling(): Promise<void> {
		while (!closing.signal.aborted) {
			note(await feel());
			await pause(line, closing.signal);
		}
		line?.connection.stream.destroy();
	}

	note(await feel());
	const kept = keepFeeling();
	return {
		isBeating,
		fault: () => fault,
		watch: (watcher) => void watchers.push(watcher),
		async beats(signal) {
			if (isBeating()) return;
			const { promise, resolve, reject } = Promise.withResolvers<void>();
			const giveUp = () => reject(signal.reason);
			waiting.add(resolve);
			signal.addEventListener('abort', giveUp, { once: true });
			await promise.finally(() => {
				waiting.delete(resolve);
				signal.removeEventListener('abort', giveUp);
			});
		},
		async close() {
			closing.abort();
			await kept;
		},
	};
}

/** @throws Error of a copy: the connection then leads to where the database was */
async function requireWritable(line: pg.Client): Promise<void> {
	const { rows } = await line.query<{ isCopy: boolean }>('select pg_is_in_recovery() as "isCopy"');
	if (rows[0]?.isCopy) throw new Error('it is a copy, which can not be written to');
}

async function openLine(url: string): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString: url,
		application_name: 'pulse',
		connectionTimeoutMillis: ANSWER_WITHIN_MS,
	});
	// Told by the next question, or by the pause that it ends.
	client.on('error', () => undefined);
	return client.connect();
}

/** @throws Error when a second has passed */
async function answered(line: pg.Client, ask: Heart['ask']): Promise<void> {
	const silence = Promise.withResolvers<never>();
	const timer = setTimeout(async () => {
		// Where this process itself had no time, the answer may be there already, unread.
		await setImmediate();
		await setImmediate();
		silence.reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`));
	}, ANSWER_WITHIN_MS);
	try {
		await Promise.race([ask(line), silence.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** A connection that breaks is noticed at once. */
async function pause(line: pg.Client | undefined, closing: AbortSignal): Promise<void> {
	const over = new AbortController();
	const end = () => over.abort();
	line?.once('end', end);
	await wait(EVERY_MS, undefined, { signal: AbortSignal.any([closing, over.signal]) }).catch(
		() => undefined,
	);
	line?.off('end', end);
}

function isFull(error: unknown): boolean {
	return error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS;
}

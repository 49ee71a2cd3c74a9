import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { reasonOf } from './away.ts';

const EVERY_MS = 500;
/** With the pause before it, somebody who asks just as the database falls silent is told within two seconds. */
const ANSWER_WITHIN_MS = 1000;
/** It answers that it has no connection left: those that we have are served. */
const TOO_MANY_CONNECTIONS = '53300';

/** Whether the database answers, known at any moment without asking it. */
export interface Pulse {
	isBeating: () => boolean;
	/** Calls back each time it has stopped, and each time it has come back. */
	watch: (watcher: (isBeating: boolean) => void) => void;
	close: () => Promise<void>;
}

/**
 * Asks the database for nothing twice a second, on a connection of its own. It takes the database for away when a second
 * has passed without an answer or the connection can't be had, and for back at the first answer.
 */
export async function openPulse(url: string, log: FastifyBaseLogger): Promise<Pulse> {
	const watchers: ((isBeating: boolean) => void)[] = [];
	const closing = new AbortController();
	let line: pg.Client | undefined;
	let isBeating = true;

	function note(fault: string | undefined): void {
		const before = isBeating;
		isBeating = fault === undefined;
		if (isBeating === before || closing.signal.aborted) return;
		if (isBeating) log.info('the database answers again');
		else log.error({ reason: fault }, 'the database does not answer');
		for (const watcher of watchers) watcher(isBeating);
	}

	/** @returns why there was no answer */
	async function feel(): Promise<string | undefined> {
		try {
			line ??= await openLine(url);
			await answered(line);
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
		isBeating: () => isBeating,
		watch: (watcher) => void watchers.push(watcher),
		async close() {
			closing.abort();
			await kept;
		},
	};
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
async function answered(line: pg.Client): Promise<void> {
	const silence = Promise.withResolvers<never>();
	const timer = setTimeout(async () => {
		// Where this process itself had no time, the answer may be there already, unread.
		await setImmediate();
		await setImmediate();
		silence.reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`));
	}, ANSWER_WITHIN_MS);
	try {
		await Promise.race([line.query('select 1'), silence.promise]);
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

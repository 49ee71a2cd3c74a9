import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { reasonOf } from './errors.ts';

const PROBE_INTERVAL_MS = 500;
/** With the pause before it, somebody who asks just as the database falls silent is told within two seconds. */
const PROBE_TIMEOUT_MS = 1000;
/** It answers that it has no connection left: those that we have are served. */
const TOO_MANY_CONNECTIONS = '53300';

/** What is felt for, and how it is told. */
export interface HealthProbe {
	/** Throws where the answer is not what it should be. */
	check: (client: pg.Client) => Promise<void>;
	messages: { down: string; up: string };
	/** How bad it is that it has stopped. */
	level: 'error' | 'warn';
}

const DATABASE_PROBE: HealthProbe = {
	check: requireWritable,
	messages: { down: 'the database does not answer', up: 'the database answers again' },
	level: 'error',
};

/** Whether the database answers, known at any moment without asking it. */
export interface HealthMonitor {
	isUp: () => boolean;
	/** Why not, in words. */
	downReason: () => string | undefined;
	/** Calls back each time it has stopped, and each time it has come back. */
	onChange: (listener: (isUp: boolean) => void) => void;
	/** Resolves once it beats, at once where it does. Rejects with the signal's reason where that comes first. */
	untilUp: (signal: AbortSignal) => Promise<void>;
	close: () => Promise<void>;
}

/**
 * Asks the database for next to nothing twice a second, on a connection of its own. It takes the database for away when a
 * second has passed without an answer or the connection can't be had, and for back at the first answer.
 */
export async function openHealthMonitor(
	url: string,
	log: FastifyBaseLogger,
	{ check, messages, level }: HealthProbe = DATABASE_PROBE,
): Promise<HealthMonitor> {
	const listeners: ((isUp: boolean) => void)[] = [];
	const closing = new AbortController();
	const waiters = new Set<() => void>();
	let client: pg.Client | undefined;
	let downReason: string | undefined;
	const isUp = () => downReason === undefined;

	function setState(reason: string | undefined): void {
		const wasUp = isUp();
		downReason = reason;
		if (isUp()) for (const resume of waiters) resume();
		if (isUp() === wasUp || closing.signal.aborted) return;
		if (isUp()) log.info(messages.up);
		else log[level]({ reason: downReason }, messages.down);
		for (const listener of listeners) listener(isUp());
	}

	/** @returns why there was no answer */
	async function probe(): Promise<string | undefined> {
		try {
			client ??= await openClient(url);
			await requireAnswerInTime(client, check);
			return undefined;
		} catch (error) {
			client?.connection.stream.destroy();
			client = undefined;
			return isTooManyConnections(error) ? undefined : reasonOf(error);
		}
	}

	async function keepProbing(): Promise<void> {
		while (!closing.signal.aborted) {
			setState(await probe());
			await waitForNextProbe(client, closing.signal);
		}
		client?.connection.stream.destroy();
	}

	setState(await probe());
	const probing = keepProbing();
	return {
		isUp,
		downReason: () => downReason,
		onChange: (listener) => void listeners.push(listener),
		async untilUp(signal) {
			if (isUp()) return;
			const { promise, resolve, reject } = Promise.withResolvers<void>();
			const onAbort = () => reject(signal.reason);
			waiters.add(resolve);
			signal.addEventListener('abort', onAbort, { once: true });
			await promise.finally(() => {
				waiters.delete(resolve);
				signal.removeEventListener('abort', onAbort);
			});
		},
		async close() {
			closing.abort();
			await probing;
		},
	};
}

/** @throws Error of a copy: the connection then leads to where the database was */
async function requireWritable(client: pg.Client): Promise<void> {
	const { rows } = await client.query<{ isCopy: boolean }>(
		'select pg_is_in_recovery() as "isCopy"',
	);
	if (rows[0]?.isCopy) throw new Error('it is a copy, which can not be written to');
}

async function openClient(url: string): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString: url,
		application_name: 'pulse',
		connectionTimeoutMillis: PROBE_TIMEOUT_MS,
	});
	// Told by the next question, or by the pause that it ends.
	client.on('error', () => undefined);
	return client.connect();
}

/** @throws Error when a second has passed */
async function requireAnswerInTime(client: pg.Client, check: HealthProbe['check']): Promise<void> {
	const timeout = Promise.withResolvers<never>();
	const timer = setTimeout(async () => {
		// Where this process itself had no time, the answer may be there already, unread.
		await setImmediate();
		await setImmediate();
		timeout.reject(new Error(`no answer within ${PROBE_TIMEOUT_MS} ms`));
	}, PROBE_TIMEOUT_MS);
	try {
		await Promise.race([check(client), timeout.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** A connection that breaks is noticed at once. */
async function waitForNextProbe(
	client: pg.Client | undefined,
	closing: AbortSignal,
): Promise<void> {
	const wake = new AbortController();
	const onEnd = () => wake.abort();
	client?.once('end', onEnd);
	await wait(PROBE_INTERVAL_MS, undefined, {
		signal: AbortSignal.any([closing, wake.signal]),
	}).catch(() => undefined);
	client?.off('end', onEnd);
}

function isTooManyConnections(error: unknown): boolean {
	return error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS;
}

import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { breakConnection } from './break-connection.ts';
import { reasonOf } from './errors.ts';

const PROBE_INTERVAL_MS = 500;
/**
 * PROBE_INTERVAL_MS plus this timeout must stay below two seconds, after which a request that waits
 * for the database must be refused.
 */
const PROBE_TIMEOUT_MS = 1000;
/** The server has no free connection: our existing connections still work. */
const TOO_MANY_CONNECTIONS = '53300';

/** What the monitor checks and how it logs changes. */
export interface HealthProbe {
	/** Queries the database. Throws when the answer is not as expected. */
	check: (client: pg.Client) => Promise<void>;
	/** Runs on each new connection once the database is up. If it throws, the database is down. */
	onConnect: (client: pg.Client) => Promise<void>;
	messages: { down: string; up: string };
	/** Log level of the `down` message. */
	level: 'error' | 'warn';
}

const DATABASE_PROBE: HealthProbe = {
	check: requireWritable,
	onConnect: async () => undefined,
	messages: { down: 'the database does not answer', up: 'the database answers again' },
	level: 'error',
};

/** Watches whether the database answers. */
export interface HealthMonitor {
	isUp: () => boolean;
	/** Why the database is down, in words; undefined while it is up. */
	downReason: () => string | undefined;
	/** Calls `listener` on every change between up and down. */
	onChange: (listener: (isUp: boolean) => void) => void;
	/** Resolves once the database is up. Rejects with the signal's reason when it aborts first. */
	untilUp: (signal: AbortSignal) => Promise<void>;
	close: () => Promise<void>;
}

/**
 * Probes the database twice a second on its own connection. The database counts as down when a
 * second passes without an answer or the connection fails, and as up at the first answer
 * (bench/RESULTS.md, "the database hangs: slowest refusal").
 */
export async function openHealthMonitor(
	url: string,
	log: FastifyBaseLogger,
	probeOptions: Partial<HealthProbe> = {},
): Promise<HealthMonitor> {
	const { check, onConnect, messages, level } = { ...DATABASE_PROBE, ...probeOptions };
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

	async function probe(): Promise<void> {
		const isNew = client === undefined;
		try {
			client ??= await openClient(url);
			await requireAnswerInTime(check(client));
			setState(undefined);
			if (isNew) await requireAnswerInTime(onConnect(client));
		} catch (error) {
			if (client) breakConnection(client);
			client = undefined;
			setState(isTooManyConnections(error) ? undefined : reasonOf(error));
		}
	}

	async function keepProbing(): Promise<void> {
		while (!closing.signal.aborted) {
			await probe();
			await waitForNextProbe(client, closing.signal);
		}
		if (client) breakConnection(client);
	}

	await probe();
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

/** @throws Error on a replica: after a failover the connection may still lead to the former primary */
async function requireWritable(client: pg.Client): Promise<void> {
	const { rows } = await client.query<{ isReplica: boolean }>(
		'select pg_is_in_recovery() as "isReplica"',
	);
	if (rows[0]?.isReplica) throw new Error('it is a replica, which can not be written to');
}

async function openClient(url: string): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString: url,
		application_name: 'pulse',
		connectionTimeoutMillis: PROBE_TIMEOUT_MS,
	});
	// After an error the connection ends: that starts the next probe at once, and the probe reports the failure.
	client.on('error', () => undefined);
	return client.connect();
}

/** @throws Error after PROBE_TIMEOUT_MS */
async function requireAnswerInTime(answer: Promise<void>): Promise<void> {
	const timeout = Promise.withResolvers<never>();
	const timer = setTimeout(async () => {
		// If this process was blocked, the reply may have arrived but is not read yet.
		await setImmediate();
		await setImmediate();
		timeout.reject(new Error(`no answer within ${PROBE_TIMEOUT_MS} ms`));
	}, PROBE_TIMEOUT_MS);
	try {
		await Promise.race([answer, timeout.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** Waits for the probe interval, or less when the connection breaks. */
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

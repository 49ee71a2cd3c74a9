import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { reasonOf } from './errors.ts';

const PROBE_INTERVAL_MS = 500;
/**
 * PROBE_INTERVAL_MS plus this timeout must stay well below three seconds, after which a request that waits for the
 * database must be refused.
 */
const PROBE_TIMEOUT_MS = 1000;
/** The server has no free connection: our existing connections still work. */
const TOO_MANY_CONNECTIONS = '53300';

/** Watches whether the database answers. */
export interface HealthMonitor {
	isUp: () => boolean;
	/** Why the database is down, in words; undefined while it is up. */
	downReason: () => string | undefined;
	/** Calls `listener` on every change between up and down. */
	onChange: (listener: (isUp: boolean) => void) => void;
	close: () => Promise<void>;
}

interface Options {
	/** Runs on each new connection once the database is up. If it throws, the database is down. */
	onConnect?: (client: pg.Client) => Promise<void>;
}

/**
 * Probes the database twice a second on its own connection. The database counts as down when a
 * second passes without an answer or the connection fails, and as up at the first answer.
 */
export async function openHealthMonitor(
	url: string,
	log: FastifyBaseLogger,
	{ onConnect = async () => undefined }: Options = {},
): Promise<HealthMonitor> {
	const listeners: ((isUp: boolean) => void)[] = [];
	const closing = new AbortController();
	let client: pg.Client | undefined;
	let downReason: string | undefined;
	const isUp = () => downReason === undefined;

	function setState(reason: string | undefined): void {
		const wasUp = isUp();
		downReason = reason;
		if (isUp() === wasUp || closing.signal.aborted) return;
		if (isUp()) log.info('the database answers again');
		else log.error({ reason: downReason }, 'the database does not answer');
		for (const listener of listeners) listener(isUp());
	}

	/** While a statement runs, `end` destroys the socket, so that a server that hangs is not waited for. */
	function disconnect(): void {
		client?.end().catch(() => undefined);
		client = undefined;
	}

	async function probe(): Promise<void> {
		const isNew = client === undefined;
		try {
			client ??= await openClient(url);
			await requireAnswerInTime(requireWritable(client));
			setState(undefined);
			if (isNew) await requireAnswerInTime(onConnect(client));
		} catch (error) {
			disconnect();
			setState(isTooManyConnections(error) ? undefined : reasonOf(error));
		}
	}

	async function keepProbing(): Promise<void> {
		while (!closing.signal.aborted) {
			await probe();
			await waitForNextProbe(client, closing.signal);
		}
		disconnect();
	}

	await probe();
	const probing = keepProbing();
	return {
		isUp,
		downReason: () => downReason,
		onChange: (listener) => void listeners.push(listener),
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

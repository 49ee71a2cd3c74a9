import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { coalesce } from '#server/lib/coalesce.ts';

/** Bounds the effect of lost notifications, or of a pooler that forwards none. */
const REFRESH_INTERVAL_MS = 15_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;
/** Timeout after which the connection counts as broken. */
const ANSWER_TIMEOUT_MS = 5000;
/** How long `sync` waits before it resolves with false. */
const SYNC_TIMEOUT_MS = 250;
/** How long `refreshNow` waits; a refresh may have to open a connection first. */
const REFRESH_TIMEOUT_MS = 1000;

interface Options {
	url: string;
	/** The channel of LISTEN and NOTIFY. */
	channel: string;
	/**
	 * Reads the state that the channel is about; never runs concurrently. Without `onNotification` it runs after every
	 * notification.
	 */
	refresh: () => Promise<void>;
	/** Called with each payload, in commit order. */
	onNotification?: (payload: string) => void;
	/** Called when the connection breaks; `refresh` runs after it is restored. */
	onConnectionLost?: () => void;
	log: FastifyBaseLogger;
	refreshIntervalMs?: number;
}

export interface Listener {
	/** Resolves with true once every earlier commit has been received; with false when that takes too long. */
	sync: () => Promise<boolean>;
	/**
	 * Refreshes without a notification. Resolves when the refresh is done, or after a second. A failure is logged and
	 * made up for by the next refresh.
	 */
	refreshNow: () => Promise<void>;
	close: () => Promise<void>;
}

interface ListenConnection {
	client: pg.Client;
	/** Resolves with the reason when the connection breaks. */
	broken: Promise<string>;
}

/**
 * Listens to a channel on its own connection. Refreshes before it returns, after every notification, after every
 * reconnection, and every 15 seconds in case a notification was lost.
 * @throws Error with a one-line message when LISTEN fails
 */
export async function openListener(options: Options): Promise<Listener> {
	const { log, channel, refreshIntervalMs = REFRESH_INTERVAL_MS } = options;
	const closing = new AbortController();
	const closed = Promise.withResolvers<undefined>();
	const refreshOneAtATime = oneAtATime(options.refresh);
	const tryRefresh = () =>
		refreshOneAtATime().catch((error: Error) =>
			log.warn({ channel, reason: error.message }, 'refresh failed'),
		);
	const onNotification = options.onNotification ?? (() => void tryRefresh());
	let connection = await connectAndListen(options, onNotification);
	try {
		await refreshOneAtATime();
	} catch (error) {
		await connection.client.end();
		throw error;
	}

	const keepListening = async () => {
		for (;;) {
			const reason = await waitForBreak(connection, closed.promise, refreshIntervalMs, tryRefresh);
			if (reason === undefined) return connection.client.end();
			options.onConnectionLost?.();
			log.warn({ channel, reason }, 'the listening connection broke');
			// The peer may have vanished and would never confirm the end.
			void connection.client.end().catch(() => undefined);
			const next = await reconnect(options, onNotification, closing.signal);
			if (!next) return;
			connection = next;
			log.info({ channel }, 'listening again');
			await tryRefresh();
		}
	};
	const listening = keepListening();
	return {
		sync: coalesce(() => isAnsweredInTime(connection.client)),
		refreshNow: () => withTimeout(tryRefresh(), REFRESH_TIMEOUT_MS, undefined),
		async close() {
			closing.abort();
			closed.resolve(undefined);
			await listening;
		},
	};
}

/**
 * PostgreSQL sends the notifications of earlier commits before the answer to this query: it wakes its listeners before
 * it confirms the commit, and a listener sends pending notifications before it answers a query.
 */
function isAnsweredInTime(client: pg.Client): Promise<boolean> {
	const answer = client.query('select 1').then(
		() => true,
		() => false,
	);
	return withTimeout(answer, SYNC_TIMEOUT_MS, false);
}

/** The result of `work`, which must not reject, or `fallback` after the timeout. */
async function withTimeout<T>(work: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
	const timer = new AbortController();
	const result = await Promise.race([work, wait(timeoutMs, fallback, timer)]);
	timer.abort();
	return result;
}

async function connectAndListen(
	{ url, channel }: Options,
	onNotification: NonNullable<Options['onNotification']>,
): Promise<ListenConnection> {
	const client = new pg.Client({
		connectionString: url,
		application_name: `listener of ${channel}`,
		keepAlive: true,
		connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
		query_timeout: ANSWER_TIMEOUT_MS,
	});
	const broken = new Promise<string>((resolve) => {
		client.on('error', (error) => resolve(error.message));
		client.on('end', () => resolve('the connection ended'));
	});
	client.on('notification', ({ payload = '' }) => onNotification(payload));
	try {
		await client.connect();
		await client.query(`listen ${client.escapeIdentifier(channel)}`);
	} catch (error) {
		void client.end().catch(() => undefined);
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`The database can't be listened to: ${reason}`, { cause: error });
	}
	return { client, broken };
}

/** @returns undefined when the listener is closed */
async function reconnect(
	options: Options,
	onNotification: NonNullable<Options['onNotification']>,
	closing: AbortSignal,
): Promise<ListenConnection | undefined> {
	for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, MAX_RETRY_MS)) {
		if (!(await hasWaited(delayMs, closing))) return undefined;
		try {
			return await connectAndListen(options, onNotification);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			options.log.warn({ channel: options.channel, reason }, 'still not listening');
		}
	}
}

/**
 * Waits for the connection to break. Refreshes at the interval, and checks then that the connection still answers.
 * @returns the reason; undefined when the listener is closed
 */
async function waitForBreak(
	{ client, broken }: ListenConnection,
	closed: Promise<undefined>,
	refreshIntervalMs: number,
	tryRefresh: () => Promise<void>,
): Promise<string | undefined> {
	const unanswered = Promise.withResolvers<string>();
	const timer = setInterval(() => {
		void tryRefresh();
		client.query('select 1').catch((error: Error) => unanswered.resolve(error.message));
	}, refreshIntervalMs);
	try {
		return await Promise.race([broken, unanswered.promise, closed]);
	} finally {
		clearInterval(timer);
	}
}

/** @returns false when the signal aborted */
function hasWaited(ms: number, signal: AbortSignal): Promise<boolean> {
	return wait(ms, true, { signal }).catch(() => false);
}

/** Calls made while `work` runs are merged into one more run after it. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
	let isQueued = false;
	let running: Promise<void> | undefined;
	const run = async () => {
		try {
			while (isQueued) {
				isQueued = false;
				await work();
			}
		} finally {
			running = undefined;
		}
	};
	return () => {
		isQueued = true;
		running ??= run();
		return running;
	};
}

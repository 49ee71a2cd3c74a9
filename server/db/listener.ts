import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { coalesce } from '#server/lib/coalesce.ts';

/** A lost notice, or a pooler in between that hands none on, costs no more than this. */
const REFRESH_INTERVAL_MS = 15_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;
/** A database that does not answer within this is treated as gone. */
const ANSWER_TIMEOUT_MS = 5000;
/** Whoever has to know that all is heard waits no longer, and does without. */
const SYNC_TIMEOUT_MS = 250;
/** The same of a look, which may have to open a connection first. */
const REFRESH_TIMEOUT_MS = 1000;

interface Options {
	url: string;
	/** What PostgreSQL's NOTIFY names. */
	channel: string;
	/** Reads what the channel is about; never run twice at once. Unless what is told is heard, it runs after every notice. */
	refresh: () => Promise<void>;
	/** Told what each notice says, in the order of the commits that sent them. */
	onNotification?: (payload: string) => void;
	/** Told when nothing is heard any more; the next look is when it is again. */
	onConnectionLost?: () => void;
	log: FastifyBaseLogger;
	refreshIntervalMs?: number;
}

export interface Listener {
	/** Resolves once everything is heard that was committed before it was asked; false where that can't be known in time. */
	sync: () => Promise<boolean>;
	/**
	 * Looks without having been told to. Resolves once that is done, or when it can't be had in time: a second. One that
	 * failed is logged, and made up for by the next.
	 */
	refreshNow: () => Promise<void>;
	close: () => Promise<void>;
}

interface ListenConnection {
	client: pg.Client;
	/** Resolves with the reason once nothing more will be heard. */
	broken: Promise<string>;
}

/**
 * Hears of changes that any instance makes, on a connection of its own: looks once before it returns, after every notice,
 * whenever a broken connection is back, and every 15 seconds in case nobody told.
 * @throws Error in one line when the database can't be listened to
 */
export async function openListener(options: Options): Promise<Listener> {
	const { log, channel, refreshIntervalMs = REFRESH_INTERVAL_MS } = options;
	const closing = new AbortController();
	const closed = Promise.withResolvers<undefined>();
	const refreshOneAtATime = oneAtATime(options.refresh);
	const tryRefresh = () =>
		refreshOneAtATime().catch((error: Error) =>
			log.warn({ channel, reason: error.message }, 'look failed'),
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
			log.warn({ channel, reason }, 'listening broke');
			// Its other end may be gone without a word, and would never confirm.
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
 * Notices of what is committed are sent before the answer to whatever is asked afterwards: PostgreSQL wakes its listeners
 * before it tells the writer, and a listener that is asked something sends its notices first.
 */
function isAnsweredInTime(client: pg.Client): Promise<boolean> {
	const answer = client.query('select 1').then(
		() => true,
		() => false,
	);
	return withTimeout(answer, SYNC_TIMEOUT_MS, false);
}

/** What comes of work that never fails, or `otherwise` where that takes longer. */
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

/** @returns undefined once it is closing */
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
 * Waits for the line to break, and looks again meanwhile, which also shows whether the line still answers.
 * @returns why it broke; undefined once it is closing
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

/** False when it was interrupted. */
function hasWaited(ms: number, signal: AbortSignal): Promise<boolean> {
	return wait(ms, true, { signal }).catch(() => false);
}

/** What is asked for while it runs is done once more, after it. */
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

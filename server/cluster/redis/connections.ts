import { setImmediate } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { reasonOf } from '#server/db/errors.ts';
import type { RedisAddress } from './address.ts';
import type { RedisStatus } from './status.ts';
import { waitForRedis } from './wait-for-redis.ts';

/** Two connections to Redis that reconnect by themselves. */
export interface RedisConnections {
	/** Commands fail at once while Redis is unavailable. */
	commands: Redis;
	/** For blocking reads, so that other commands don't queue behind them. */
	reader: Redis;
	close: () => void;
}

const PING_INTERVAL_MS = 500;
const COMMAND_TIMEOUT_MS = 1000;
const RETRY_MS = 200;
/** How long one blocking read waits for entries; no reply for longer means a broken connection. */
export const READ_BLOCK_MS = 1000;

/** Commands are neither queued nor retried by the client: each caller handles the failure. */
const OPTIONS: RedisOptions = {
	lazyConnect: true,
	connectionName: 'passdown',
	enableOfflineQueue: false,
	maxRetriesPerRequest: 0,
	autoResendUnfulfilledCommands: false,
	connectTimeout: 2000,
	// A hanging server does not confirm the disconnect either.
	disconnectTimeout: 100,
	sentinelCommandTimeout: 2000,
	commandTimeout: COMMAND_TIMEOUT_MS,
	retryStrategy: () => RETRY_MS,
	sentinelRetryStrategy: () => RETRY_MS,
	// A server that became a read-only replica is no longer the primary.
	reconnectOnError: ({ message }) => message.startsWith('READONLY'),
};

/**
 * Opens both connections.
 * @throws Error with a one-line message that names REDIS_URL when Redis can't be used
 */
export async function openRedisConnections(
	address: RedisAddress,
	status: RedisStatus,
): Promise<RedisConnections> {
	const closing = new AbortController();
	const open = (overrides: RedisOptions = {}) =>
		openConnection({ ...OPTIONS, ...address.options, ...overrides }, closing.signal);
	const commands = open();
	const reader = open({ commandTimeout: READ_BLOCK_MS + COMMAND_TIMEOUT_MS });
	const stop = () => closing.abort();
	try {
		await Promise.all(
			[commands, reader].map((connection) => waitForRedis(connection, address.displayAddress)),
		);
	} catch (error) {
		stop();
		throw error;
	}
	let reason = 'the connection ended';
	commands.on('error', (error) => {
		reason = reasonOf(error);
	});
	commands.on('close', () => status.report('commands', reason));
	commands.on('ready', () => status.report('commands', undefined));
	const timer = setInterval(() => void ping(commands), PING_INTERVAL_MS);
	return {
		commands,
		reader,
		close() {
			clearInterval(timer);
			stop();
		},
	};
}

function openConnection(options: RedisOptions, closing: AbortSignal): Redis {
	const connection = new Redis(options);
	// Failures reach the callers of commands; without a listener the event would be thrown.
	connection.on('error', () => undefined);
	// The client gives up when it cannot look up the new primary, so it is connected again here.
	connection.on('end', () => {
		if (closing.aborted) return;
		const retry = setTimeout(() => void connection.connect().catch(() => undefined), RETRY_MS);
		closing.addEventListener('abort', () => clearTimeout(retry), { once: true });
	});
	closing.addEventListener('abort', () => connection.disconnect(), { once: true });
	return connection;
}

/** Drops the connection when the server hangs or the network loses all packets. */
async function ping(commands: Redis): Promise<void> {
	if (commands.status !== 'ready') return;
	const timer = setTimeout(async () => {
		// If this process was blocked, the reply may have arrived but is not read yet.
		await setImmediate();
		await setImmediate();
		if (!isAnswered) commands.disconnect(true);
	}, COMMAND_TIMEOUT_MS);
	let isAnswered = false;
	try {
		await commands.ping();
	} catch {
		// The connection reports the error and closes.
	}
	isAnswered = true;
	clearTimeout(timer);
}

import { setImmediate } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { reasonOf } from '#server/db/errors.ts';
import type { RedisAddress } from './address.ts';
import type { RedisStatus } from './status.ts';
import { waitForRedis } from './wait-for-redis.ts';

/** Two connections to Redis, which connect again by themselves. */
export interface RedisConnections {
	/** What is asked here fails at once while Redis is away. */
	commands: Redis;
	/** For waiting: nobody's commands queue behind it. */
	reader: Redis;
	close: () => void;
}

const PING_INTERVAL_MS = 500;
const COMMAND_TIMEOUT_MS = 1000;
const RETRY_MS = 200;
/** The reader waits for news so long at a time; a silence that lasts longer is none of theirs. */
export const READ_BLOCK_MS = 1000;

/** Nothing waits for a Redis that is away, and nothing is done twice by the client: whoever asks knows what it means. */
const OPTIONS: RedisOptions = {
	lazyConnect: true,
	connectionName: 'passdown',
	enableOfflineQueue: false,
	maxRetriesPerRequest: 0,
	autoResendUnfulfilledCommands: false,
	connectTimeout: 2000,
	// A server that does not answer does not part either.
	disconnectTimeout: 100,
	sentinelCommandTimeout: 2000,
	commandTimeout: COMMAND_TIMEOUT_MS,
	retryStrategy: () => RETRY_MS,
	sentinelRetryStrategy: () => RETRY_MS,
	// One that takes writes no longer is not the one to ask any more.
	reconnectOnError: ({ message }) => message.startsWith('READONLY'),
};

/** @throws Error in one line that names REDIS_URL when Redis can't be used */
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
	// What is wrong is found by whoever asks something of it.
	connection.on('error', () => undefined);
	// The client gives up where it fails while it looks for the server that took over.
	connection.on('end', () => {
		if (closing.aborted) return;
		const retry = setTimeout(() => void connection.connect().catch(() => undefined), RETRY_MS);
		closing.addEventListener('abort', () => clearTimeout(retry), { once: true });
	});
	closing.addEventListener('abort', () => connection.disconnect(), { once: true });
	return connection;
}

/** A server that is there but does not answer, or a network that swallows everything, is let go of. */
async function ping(commands: Redis): Promise<void> {
	if (commands.status !== 'ready') return;
	const timer = setTimeout(async () => {
		// Where this process itself had no time, the answer may be there already, unread.
		await setImmediate();
		await setImmediate();
		if (!isAnswered) commands.disconnect(true);
	}, COMMAND_TIMEOUT_MS);
	let isAnswered = false;
	try {
		await commands.ping();
	} catch {
		// Told by the connection, which ends with it.
	}
	isAnswered = true;
	clearTimeout(timer);
}

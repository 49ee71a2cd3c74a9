import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Redis, type RedisOptions } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { reasonOf } from '#server/db/errors.ts';
import type { OpenCounter } from './counter.ts';
import { openLocalCounter } from './local-counter.ts';
import { openRedisAdapter, STREAM_KEY } from './redis-adapter.ts';

const CHECK_INTERVAL_MS = 500;
/** How long Redis keeps what a check has written. */
const ALIVE_MS = 5000;
const COMMAND_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 5000;
const RETRY_MS = 200;
/** A connection without an answer for this long is opened again: the network may have lost it without a word. */
const SILENCE_TIMEOUT_MS = 10_000;
/** Errors that waiting does not fix. */
const WRONG_PASSWORD = /WRONGPASS|NOAUTH|invalid (username|password)/i;

const SHARED_OPTIONS: RedisOptions = {
	lazyConnect: true,
	connectionName: 'passdown',
	connectTimeout: 2000,
	// A hanging server does not confirm the disconnect either.
	disconnectTimeout: 100,
	socketTimeout: SILENCE_TIMEOUT_MS,
	retryStrategy: () => RETRY_MS,
	// The address leads to another server after a failover: 2 connects again and repeats the command.
	reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
};

/** For counters and health checks: commands fail at once while Redis is unavailable. */
const COMMAND_OPTIONS: RedisOptions = {
	...SHARED_OPTIONS,
	enableOfflineQueue: false,
	maxRetriesPerRequest: 0,
	autoResendUnfulfilledCommands: false,
	commandTimeout: COMMAND_TIMEOUT_MS,
};

/** For events: commands wait until Redis is back, and are then sent in their order. */
const EVENT_OPTIONS: RedisOptions = { ...SHARED_OPTIONS, maxRetriesPerRequest: null };

/**
 * Joins several instances through Redis (docs/decisions/0018-instances.md). While Redis is unavailable each instance
 * works alone.
 * @throws Error with a one-line message that names REDIS_URL when Redis can't be used
 */
export async function openRedisCluster(redisUrl: string, log: FastifyBaseLogger) {
	const connections: Redis[] = [];
	const connect = (options: RedisOptions) => {
		const connection = new Redis(redisUrl, options);
		// Failures reach the callers of commands; without a listener the event would be thrown.
		connection.on('error', () => undefined);
		connections.push(connection);
		return connection;
	};
	const disconnect = () => {
		for (const connection of connections) connection.disconnect();
	};
	const commands = connect(COMMAND_OPTIONS);
	let startId: string;
	try {
		startId = await openConnection(commands);
	} catch (error) {
		disconnect();
		throw error;
	}
	const health = watchHealth(commands, log);
	return {
		openCounter: openSharedCounters(commands),
		openAdapter: () => openRedisAdapter(() => connect(EVENT_OPTIONS), startId),
		degradedServices: () => (health.isDegraded() ? ['redis'] : []),
		async close() {
			health.close();
			disconnect();
		},
	};
}

/**
 * Connects, retrying for some seconds, so that machines may start in any order, and makes sure that events can be written.
 * @returns the position in the stream from which this instance reads
 * @throws Error with a one-line message that names REDIS_URL and the remedy, and contains no password
 */
async function openConnection(commands: Redis): Promise<string> {
	const { host, port } = commands.options;
	const fault = (text: string) => new Error(`REDIS_URL: ${host}:${port} ${text}`);
	let lastError = 'no answer';
	commands.on('error', (error) => {
		lastError = reasonOf(error);
	});
	// The `error` event has the better message.
	commands.connect().catch(() => undefined);
	const deadline = performance.now() + CONNECT_TIMEOUT_MS;
	while (commands.status !== 'ready') {
		if (WRONG_PASSWORD.test(lastError)) throw fault('does not accept the password; correct it');
		if (performance.now() > deadline)
			throw fault(`can't be reached (${lastError}); start Redis there, or correct the address`);
		await wait(20);
	}
	try {
		return (await commands.xadd(STREAM_KEY, '*', 'instance', 'started')) ?? '';
	} catch (error) {
		throw fault(
			`refuses what is needed (${reasonOf(error)}); name a single writable server, and let its user do all with keys and channels passdown:*`,
		);
	}
}

/** Writes to Redis twice a second; logs when it becomes unavailable and when it is back. */
function watchHealth(commands: Redis, log: FastifyBaseLogger) {
	let isDegraded = false;
	let isChecking = false;
	let connectionError = 'the connection ended';
	commands.on('error', (error) => {
		connectionError = reasonOf(error);
	});
	const reasonFor = (error: unknown) =>
		commands.status === 'ready' ? reasonOf(error) : connectionError;

	async function check(): Promise<void> {
		if (isChecking) return;
		isChecking = true;
		const written = commands.set('passdown:alive', 1, 'PX', ALIVE_MS);
		const reason = await written.then(() => undefined, reasonFor);
		isChecking = false;
		if ((reason !== undefined) === isDegraded) return;
		isDegraded = !isDegraded;
		if (isDegraded) {
			log.warn({ reason }, 'Redis is unavailable: each instance works alone');
			// Until it is connected again, commands fail at once instead of after their time limit.
			commands.disconnect(true);
		} else {
			log.info('Redis is available again: the instances are connected');
		}
	}

	const timer = setInterval(check, CHECK_INTERVAL_MS);
	return { isDegraded: () => isDegraded, close: () => clearInterval(timer) };
}

/** Counters shared by all instances; each process counts alone while Redis is unavailable. */
function openSharedCounters(redis: Redis): OpenCounter {
	return (name, seconds) => {
		const localCounter = openLocalCounter(name, seconds);
		const limiter = new RateLimiterRedis({
			// The library only counts: `penalty` does not compare the count with a limit.
			points: 0,
			duration: seconds,
			keyPrefix: `passdown:count:${name}`,
			storeClient: redis,
			rejectIfRedisNotReady: true,
		});
		return {
			async add(key, keySeconds = seconds) {
				try {
					const options = { customDuration: keySeconds };
					const { consumedPoints, msBeforeNext } = await limiter.penalty(key, 1, options);
					return {
						count: consumedPoints,
						waitSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
					};
				} catch {
					return localCounter.add(key, keySeconds);
				}
			},
			async refund(key) {
				try {
					// The library would start a window with a count of -1 for a key whose window has ended.
					if (await limiter.get(key)) await limiter.reward(key);
				} catch {
					await localCounter.refund(key);
				}
			},
			async reset(key) {
				await limiter.delete(key).catch(() => localCounter.reset(key));
			},
		};
	};
}

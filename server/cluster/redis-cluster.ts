import { setTimeout as wait } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { FastifyBaseLogger } from 'fastify';
import { Redis, type RedisOptions } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { ServerOptions } from 'socket.io';
import { reasonOf } from '#server/db/errors.ts';
import { type OpenCounter, openLocalCounter } from './counter.ts';

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

const STREAM_KEY = 'passdown:realtime';
/** Older entries are trimmed, and slow readers lose them: some seconds of peak load, about 10 MB. */
const MAX_ENTRIES = 5000;
/** Limit for events that wait while Redis is unavailable; beyond it new ones reach only this instance. */
const MAX_PENDING = 5000;
/** How long one read waits for entries. */
const READ_BLOCK_MS = 1000;
const ADAPTER_RETRY_MS = 200;

/**
 * Opens Socket.IO's adapter: a broadcast is appended to a stream that every instance reads, so that a broken connection
 * loses nothing. Questions to other instances go over PUB/SUB.
 * @param connect opens a connection whose commands wait until Redis is back
 * @param startId position in the stream to start reading from
 */
function openRedisAdapter(
	connect: () => Redis,
	startId: string,
): NonNullable<ServerOptions['adapter']> {
	const client = clientForAdapter(connect, startId);
	return createAdapter(client, {
		streamName: STREAM_KEY,
		// Unlike keys, channels are shared by all databases of a server.
		channelPrefix: `${STREAM_KEY}:${client.database}`,
		maxLen: MAX_ENTRIES,
		blockTimeInMs: READ_BLOCK_MS,
	});
}

/**
 * The commands of ioredis that the adapter calls. The adapter waits for Redis before it delivers to local sockets, reads
 * in a loop without a pause, and leaves promises without a handler. With this client a failing Redis neither delays the
 * sockets of this instance nor blocks or ends the process.
 */
function clientForAdapter(connect: () => Redis, startId: string) {
	const redis = connect();
	redis.connect().catch(() => undefined);
	let pendingCount = 0;
	return {
		options: {},
		database: redis.options.db,
		duplicate: () => clientForAdapter(connect, startId),
		on: redis.on.bind(redis),
		disconnect: () => redis.disconnect(),
		/** Does not wait: ioredis sends the entries in their order, when Redis is back if need be. */
		async xadd(entry: string[]): Promise<void> {
			if (pendingCount >= MAX_PENDING) return;
			pendingCount += 1;
			redis
				.call('xadd', entry)
				.catch(() => undefined)
				.finally(() => {
					pendingCount -= 1;
				});
		},
		/** Starts at `startId` instead of `$`, which skips the entries that arrive between two reads. */
		async xread(...query: string[]) {
			const position = query.at(-1) === '$' ? startId : query.at(-1);
			try {
				return await redis.call('xread', [...query.slice(0, -1), String(position)]);
			} catch {
				return wait(ADAPTER_RETRY_MS, null, { ref: false });
			}
		},
		publish: (channel: string, message: Buffer) => redis.publish(channel, message).catch(() => 0),
		subscribe: (channels: string[]) => redis.subscribe(...channels).catch(() => 0),
		/** Asked for the number of instances; answered with this one alone when Redis fails. */
		send_command(name: string, query: string[], answer: (error: null, reply: unknown) => void) {
			const answerAlone = () => answer(null, [query.at(-1), 1]);
			if (redis.status !== 'ready') return answerAlone();
			redis.call(name, query).then((reply) => answer(null, reply), answerAlone);
		},
	};
}

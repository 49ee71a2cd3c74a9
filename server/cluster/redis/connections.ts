import { setImmediate } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { reasonOf } from '#server/db/errors.ts';
import type { RedisAddress } from './address.ts';
import type { RedisTroubles } from './status.ts';
import { requireFirstAnswer } from './wait-for-redis.ts';

/** Two connections to Redis, which connect again by themselves. */
export interface RedisLines {
	/** What is asked here fails at once while Redis is away. */
	commands: Redis;
	/** For waiting: nobody's commands queue behind it. */
	reader: Redis;
	close: () => void;
}

const FEEL_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1000;
const TRY_AGAIN_MS = 200;
/** The reader waits for news so long at a time; a silence that lasts longer is none of theirs. */
export const NEWS_WITHIN_MS = 1000;

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
	commandTimeout: ANSWER_WITHIN_MS,
	retryStrategy: () => TRY_AGAIN_MS,
	sentinelRetryStrategy: () => TRY_AGAIN_MS,
	// One that takes writes no longer is not the one to ask any more.
	reconnectOnError: ({ message }) => message.startsWith('READONLY'),
};

/** @throws Error in one line that names REDIS_URL when Redis can't be used */
export async function openRedisLines(
	address: RedisAddress,
	troubles: RedisTroubles,
): Promise<RedisLines> {
	const closing = new AbortController();
	const open = (more: RedisOptions = {}) =>
		openLine({ ...OPTIONS, ...address.options, ...more }, closing.signal);
	const commands = open();
	const reader = open({ commandTimeout: NEWS_WITHIN_MS + ANSWER_WITHIN_MS });
	const stop = () => closing.abort();
	try {
		await Promise.all([commands, reader].map((line) => requireFirstAnswer(line, address.place)));
	} catch (error) {
		stop();
		throw error;
	}
	let reason = 'the connection ended';
	commands.on('error', (error) => {
		reason = reasonOf(error);
	});
	commands.on('close', () => troubles.note('commands', reason));
	commands.on('ready', () => troubles.note('commands', undefined));
	const timer = setInterval(() => void feel(commands), FEEL_EVERY_MS);
	return {
		commands,
		reader,
		close() {
			clearInterval(timer);
			stop();
		},
	};
}

function openLine(options: RedisOptions, closing: AbortSignal): Redis {
	const line = new Redis(options);
	// What is wrong is found by whoever asks something of it.
	line.on('error', () => undefined);
	// The client gives up where it fails while it looks for the server that took over.
	line.on('end', () => {
		if (closing.aborted) return;
		const again = setTimeout(() => void line.connect().catch(() => undefined), TRY_AGAIN_MS);
		closing.addEventListener('abort', () => clearTimeout(again), { once: true });
	});
	closing.addEventListener('abort', () => line.disconnect(), { once: true });
	return line;
}

/** A server that is there but does not answer, or a network that swallows everything, is let go of. */
async function feel(commands: Redis): Promise<void> {
	if (commands.status !== 'ready') return;
	const silence = setTimeout(async () => {
		// Where this process itself had no time, the answer may be there already, unread.
		await setImmediate();
		await setImmediate();
		if (!isAnswered) commands.disconnect(true);
	}, ANSWER_WITHIN_MS);
	let isAnswered = false;
	try {
		await commands.ping();
	} catch {
		// Told by the connection, which ends with it.
	}
	isAnswered = true;
	clearTimeout(silence);
}

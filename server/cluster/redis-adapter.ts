import { setTimeout as wait } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';

export const STREAM_KEY = 'passdown:realtime';
/** Older entries are trimmed, and slow readers lose them: some seconds of peak load, about 10 MB. */
const MAX_ENTRIES = 5000;
/** Limit for events that wait while Redis is unavailable; beyond it new ones reach only this instance. */
const MAX_PENDING = 5000;
/** How long one read waits for entries. */
const READ_BLOCK_MS = 1000;
const RETRY_MS = 200;

/**
 * Opens Socket.IO's adapter: a broadcast is appended to a stream that every instance reads, so that a broken connection
 * loses nothing. Questions to other instances go over PUB/SUB.
 * @param connect opens a connection whose commands wait until Redis is back
 * @param startId position in the stream to start reading from
 */
export function openRedisAdapter(
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
				return wait(RETRY_MS, null, { ref: false });
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

import type { FastifyBaseLogger } from 'fastify';
import { type Bus, openLocalBus } from '#server/cluster/bus.ts';
import { socketAdapter } from '#server/cluster/socket-adapter.ts';
import { reasonOf } from '#server/db/errors.ts';
import { readRedisAddress } from './address.ts';
import { openRedisLines } from './connections.ts';
import { openSharedCounters } from './counter.ts';
import { openSharedHighMark } from './high-watermark.ts';
import { openRedisTroubles } from './status.ts';
import { openRedisStream, type RedisStream } from './stream.ts';

/**
 * One of several, which are one by Redis. While Redis is away each goes on by itself, and
 * what it has to say waits.
 * @throws Error in one line that names REDIS_URL when Redis can't be used
 */
export async function openSeveral(redisUrl: string, log: FastifyBaseLogger) {
	const address = readRedisAddress(redisUrl);
	const troubles = openRedisTroubles(log);
	const lines = await openRedisLines(address, troubles);
	const here = openLocalBus();
	const hear = (words: string) => {
		try {
			const [topic, payload] = JSON.parse(words);
			here.tell(topic, payload);
		} catch (error) {
			log.error({ err: error }, 'what another instance said could not be done');
		}
	};
	try {
		const stream = await openRedisStream({ lines, troubles, hear });
		const bus = sharedBus(here, stream);
		return {
			bus,
			openCounter: openSharedCounters(lines.commands),
			openHighMark: openSharedHighMark(lines.commands),
			adapter: socketAdapter(bus),
			troubles: () => (troubles.isAny() ? ['redis'] : []),
			async close() {
				troubles.close();
				await stream.close();
				lines.close();
			},
		};
	} catch (error) {
		troubles.close();
		lines.close();
		const words = `${address.place} refuses what is needed (${reasonOf(error)})`;
		throw new Error(`REDIS_URL: ${words}; let its user do all with keys passdown:*`);
	}
}

function sharedBus(here: Bus, stream: RedisStream): Bus {
	return {
		tell(topic, payload) {
			// First, so that nothing that is done about it here keeps it from the others.
			stream.say(JSON.stringify([topic, payload]));
			here.tell(topic, payload);
		},
		hear: here.hear,
	};
}

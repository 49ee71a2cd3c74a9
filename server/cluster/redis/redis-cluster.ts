import type { FastifyBaseLogger } from 'fastify';
import { type Bus, openLocalBus } from '#server/cluster/bus.ts';
import { socketAdapter } from '#server/cluster/socket-adapter.ts';
import { reasonOf } from '#server/db/errors.ts';
import { parseRedisAddress } from './address.ts';
import { openRedisConnections } from './connections.ts';
import { openSharedCounters } from './counter.ts';
import { openRedisStatus } from './status.ts';
import { openRedisStream, type RedisStream } from './stream.ts';

/**
 * Joins several instances through Redis. While Redis is unavailable each instance works alone and queues its messages.
 * @throws Error with a one-line message that names REDIS_URL when Redis can't be used
 */
export async function openRedisCluster(redisUrl: string, log: FastifyBaseLogger) {
	const address = parseRedisAddress(redisUrl);
	const status = openRedisStatus(log);
	const connections = await openRedisConnections(address, status);
	const localBus = openLocalBus();
	const onMessage = (message: string) => {
		try {
			const [topic, payload] = JSON.parse(message);
			localBus.publish(topic, payload);
		} catch (error) {
			log.error({ err: error }, 'a message of another instance could not be handled');
		}
	};
	try {
		const stream = await openRedisStream({ connections, status, onMessage });
		const bus = sharedBus(localBus, stream);
		return {
			bus,
			openCounter: openSharedCounters(connections.commands),
			adapter: socketAdapter(bus),
			degradedServices: () => (status.isDegraded() ? ['redis'] : []),
			async close() {
				status.close();
				await stream.close();
				connections.close();
			},
		};
	} catch (error) {
		status.close();
		connections.close();
		const message = `${address.displayAddress} refuses what is needed (${reasonOf(error)})`;
		throw new Error(`REDIS_URL: ${message}; let its user do all with keys passdown:*`);
	}
}

function sharedBus(localBus: Bus, stream: RedisStream): Bus {
	return {
		publish(topic, payload) {
			// Published to the others first, so that a failing local subscriber can't prevent that.
			stream.publish(JSON.stringify([topic, payload]));
			localBus.publish(topic, payload);
		},
		subscribe: localBus.subscribe,
	};
}

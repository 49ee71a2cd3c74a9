import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/http/client-address.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { reportOverload } from '#server/observability/channels.ts';

/** A whole hostel may share an address, and come back at once after a restart: whoever is refused asks again within its pages' patience. */
export const CONNECTIONS_PER_ADDRESS = { seconds: 3, count: 1000 };
/** A page asks once on each line, and anew on another. */
const ATTEMPTS_PER_CONNECTION = 5;

/** Whether an address may open one more line. */
export type MayConnect = (request: IncomingMessage) => Promise<boolean>;

export function limitConnections(
	{ rateLimit, trustProxy }: Pick<Config, 'rateLimit' | 'trustProxy'>,
	openCounter: OpenCounter,
): MayConnect {
	if (!rateLimit) return async () => true;
	const connections = openCounter('lines', CONNECTIONS_PER_ADDRESS.seconds);
	const addressOf = createClientAddressReader(trustProxy);
	return async (request) => {
		const { count } = await connections.add(networkOf(addressOf(request)));
		const isAllowed = count <= CONNECTIONS_PER_ADDRESS.count;
		if (!isAllowed) reportOverload('limits');
		return isAllowed;
	};
}

const attempts = new WeakMap<object, number>();

/**
 * Counts that a line asks to come in, which takes a look into the database each time; Socket.IO lets it ask without end. One
 * that does is closed.
 * @returns whether it may ask
 */
export function countAttempt({ client, conn }: Pick<Socket, 'client' | 'conn'>): boolean {
	const count = (attempts.get(client) ?? 0) + 1;
	attempts.set(client, count);
	if (count <= ATTEMPTS_PER_CONNECTION) return true;
	conn.close(true);
	return false;
}

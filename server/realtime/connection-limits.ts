import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/http/client-address.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { reportEvent } from '#server/observability/channels.ts';

/**
 * A whole hostel may share an address and reconnect at once after a restart. The window is shorter
 * than the five seconds in which a refused page makes its five further attempts (`CHAT_LIMITS`), so
 * that some of them fall into a later window.
 */
export const CONNECTIONS_PER_ADDRESS = { seconds: 3, count: 1000 };
/** Attempts to join a namespace; our pages make one per connection. */
const ATTEMPTS_PER_CONNECTION = 5;

/** Counts a connection of the request's address, and returns whether it is allowed. */
export type MayConnect = (request: IncomingMessage) => Promise<boolean>;

/** Limits how many connections the clients of one IP network may open in a window (`CONNECTIONS_PER_ADDRESS`). */
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
		if (!isAllowed) reportEvent({ overload: 'limits' });
		return isAllowed;
	};
}

const attempts = new WeakMap<object, number>();

/**
 * Counts an attempt to join a namespace, which costs a database query; Socket.IO does not limit attempts. Closes the
 * connection beyond the limit.
 * @returns whether the attempt is allowed
 */
export function countAttempt({ client, conn }: Pick<Socket, 'client' | 'conn'>): boolean {
	const count = (attempts.get(client) ?? 0) + 1;
	attempts.set(client, count);
	if (count <= ATTEMPTS_PER_CONNECTION) return true;
	conn.close(true);
	return false;
}

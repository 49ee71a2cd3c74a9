import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import { addressReader } from '#server/http/client-address.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { tellOfCrowding } from '#server/observability/channels.ts';

/** A whole hostel may share an address, and come back at once after a restart: whoever is refused asks again within its pages' patience. */
export const LINES_OF_AN_ADDRESS = { seconds: 3, count: 1000 };
/** A page asks once on each line, and anew on another. */
const ATTEMPTS_OF_A_LINE = 5;

/** Whether an address may open one more line. */
export type MayOpen = (request: IncomingMessage) => Promise<boolean>;

export function limitLines(
	{ rateLimit, trustProxy }: Pick<Config, 'rateLimit' | 'trustProxy'>,
	openCounter: OpenCounter,
): MayOpen {
	if (!rateLimit) return async () => true;
	const lines = openCounter('lines', LINES_OF_AN_ADDRESS.seconds);
	const addressOf = addressReader(trustProxy);
	return async (request) => {
		const { count } = await lines.add(networkOf(addressOf(request)));
		const mayOpen = count <= LINES_OF_AN_ADDRESS.count;
		if (!mayOpen) tellOfCrowding('limits');
		return mayOpen;
	};
}

const attempts = new WeakMap<object, number>();

/**
 * Counts that a line asks to come in, which takes a look into the database each time; Socket.IO lets it ask without end. One
 * that does is closed.
 * @returns whether it may ask
 */
export function mayAsk({ client, conn }: Pick<Socket, 'client' | 'conn'>): boolean {
	const asked = (attempts.get(client) ?? 0) + 1;
	attempts.set(client, asked);
	if (asked <= ATTEMPTS_OF_A_LINE) return true;
	conn.close(true);
	return false;
}

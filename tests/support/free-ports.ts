import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below Linux's ephemeral range: a port from that range could be given to an outgoing connection between this check
 * and the start of the server.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Free TCP ports of this computer, for servers that need a configured port. */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	while (ports.size < count) {
		const port = randomInt(FIRST_PORT, LAST_PORT);
		if (await isFree(port)) ports.add(port);
	}
	return [...ports];
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return false;
	}
	server.close();
	await once(server, 'close');
	return true;
}

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Free TCP ports of this computer, for servers that need a configured port. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
	await Promise.all(servers.map((server) => once(server, 'listening')));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(
		servers.map(async (server) => {
			server.close();
			await once(server, 'close');
		}),
	);
	return ports;
}

import {
	Agent,
	createServer,
	request as httpRequest,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { faultsOf } from '#tests/support/judging.ts';

/** A proxy between scanners and the app: it adds a session, counts requests, and checks every response. */
export interface Gate {
	address: string;
	count: () => number;
	/** What was wrong with responses, with their requests. */
	faults: readonly string[];
	close: () => Promise<void>;
}

/** @param signIn returns a token, and another when that becomes invalid; without it requests stay anonymous */
export async function openGate(market: string, signIn?: () => Promise<string>): Promise<Gate> {
	const { hostname, port } = new URL(market);
	const agent = new Agent({ keepAlive: true });
	const faults: string[] = [];
	let count = 0;
	let token = await signIn?.();

	async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
		count += 1;
		const { method = 'GET', url: path = '/', headers } = asked;
		const { 'accept-encoding': _packed, connection: _connection, ...kept } = headers;
		const sent = httpRequest({
			...{ hostname, port, agent, method, path },
			headers: { ...(token && { authorization: `Bearer ${token}` }), ...kept },
		});
		sent.on('error', () => answer.destroy());
		sent.end(await buffer(asked));
		sent.on('response', async (told) => {
			const body = await buffer(told);
			const { statusCode: status = 0, headers: said } = told;
			const found = faultsOf({ method, path }, { status, headers: said, body });
			faults.push(...found.map((fault) => `${fault}: ${method} ${path}`));
			const { 'transfer-encoding': _pieces, connection: _kept, ...rest } = said;
			answer.writeHead(status, { ...rest, 'content-length': body.length }).end(body);
			if (status === 401 && token && signIn) token = await signIn().catch(() => token);
		});
	}

	const server = createServer((asked, answer) => void pass(asked, answer));
	await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		count: () => count,
		faults,
		async close() {
			agent.destroy();
			server.closeAllConnections();
			await new Promise((settle) => server.close(settle));
		},
	};
}

import { once } from 'node:events';
import {
	Agent,
	createServer,
	request as httpRequest,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { findResponseFaults } from '#tests/support/response-faults.ts';

/** A proxy between scanners and the app: it adds a session, counts requests, and checks every response. */
export interface ScannerProxy {
	address: string;
	/** The number of requests so far. */
	count: () => number;
	/** What was wrong with each faulty response, with the method and path of its request. */
	faults: readonly string[];
	close: () => Promise<void>;
}

/**
 * @param signIn returns a token; it is called again when the token becomes invalid. Without it, requests stay
 * anonymous.
 */
export async function openScannerProxy(
	appOrigin: string,
	signIn?: () => Promise<string>,
): Promise<ScannerProxy> {
	const { hostname, port } = new URL(appOrigin);
	const agent = new Agent({ keepAlive: true });
	const faults: string[] = [];
	let count = 0;
	let token = await signIn?.();

	async function forward(
		clientRequest: IncomingMessage,
		clientResponse: ServerResponse,
	): Promise<void> {
		count += 1;
		const { method = 'GET', url: path = '/', headers } = clientRequest;
		// Without Accept-Encoding the body is not compressed, and can be checked.
		const { 'accept-encoding': _encoding, connection: _connection, ...forwardedHeaders } = headers;
		const requestBody = await buffer(clientRequest);
		const forwarded = httpRequest({
			hostname,
			port,
			agent,
			method,
			path,
			headers: { ...(token && { authorization: `Bearer ${token}` }), ...forwardedHeaders },
		});
		forwarded.on('error', () => clientResponse.destroy());
		forwarded.end(requestBody);
		const [serverResponse] = (await once(forwarded, 'response')) as [IncomingMessage];
		const body = await buffer(serverResponse);
		const { statusCode: status = 0, headers: responseHeaders } = serverResponse;
		const foundFaults = findResponseFaults(
			{ method, path },
			{ status, headers: responseHeaders, body },
		);
		faults.push(...foundFaults.map((fault) => `${fault}: ${method} ${path}`));
		const { 'transfer-encoding': _transferEncoding, connection: _kept, ...rest } = responseHeaders;
		clientResponse.writeHead(status, { ...rest, 'content-length': body.length }).end(body);
		if (status === 401 && token && signIn) token = await signIn().catch(() => token);
	}

	const server = createServer((clientRequest, clientResponse) => {
		// Scanners break off requests, and the app may break off a response.
		forward(clientRequest, clientResponse).catch(() => clientResponse.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		count: () => count,
		faults,
		async close() {
			agent.destroy();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

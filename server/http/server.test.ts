import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer, type EarlyHandler } from './server.ts';

/** An app that answers 'fastify', behind one early handler per name, which answers only the path `/<name>`. */
async function openServer(names: readonly string[] = []) {
	const calledNames: string[] = [];
	const { serverFactory, handleFirst } = createHttpServer();
	const app = Fastify({ serverFactory });
	onTestFinished(() => app.close());
	app.get('/*', async () => 'fastify');
	const createHandler = (name: string): EarlyHandler => ({
		handleRequest: (next) => (request, response) => {
			calledNames.push(name);
			if (request.url === `/${name}`) response.end(name);
			else next(request, response);
		},
	});
	handleFirst(names.map(createHandler));
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const ask = async (path: string) => (await fetch(`${address}${path}`)).text();
	return { app, ask, calledNames };
}

test('early handlers respond before Fastify, in their order', async () => {
	const { ask, calledNames } = await openServer(['first', 'second']);

	expect(await ask('/first')).toBe('first');
	expect(calledNames.splice(0)).toEqual(['first']);
	expect(await ask('/second')).toBe('second');
	expect(await ask('/')).toBe('fastify');
	expect(calledNames).toEqual(['first', 'second', 'first', 'second']);
});

test('an upgrade to another protocol than Socket.IO is ignored, and the request is answered', async () => {
	const { app } = await openServer();
	const { port } = app.server.address() as AddressInfo;
	const socket = connect(port, '127.0.0.1');
	onTestFinished(() => void socket.destroy());

	socket.write(
		'GET / HTTP/1.1\r\nHost: market\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: \r\n\r\n',
	);
	const [answer] = await once(socket, 'data');

	expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]+fastify$/);
});

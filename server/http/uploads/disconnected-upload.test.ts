import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { mountUploads, readUpload } from './multipart.ts';

test('when the client disconnects before the server reads its form, reading the form fails', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-uploads-'));
	const app = Fastify();
	onCleanup(async () => {
		await app.close();
		await rm(folder, { recursive: true });
	});
	await mountUploads(app, folder);
	const { promise: outcome, resolve } = Promise.withResolvers<unknown>();
	app.post('/', async (request, reply) => {
		socket.destroy();
		await once(request.raw.socket, 'close');
		const error = await readUpload(request, reply, 'photo').catch((reason: unknown) => reason);
		resolve(error);
	});
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	const body = '--edge\r\nContent-Disposition: form-data; name="title"\r\n\r\nLamp\r\n--edge--\r\n';
	const head = ['POST / HTTP/1.1', 'Host: x', `Content-Length: ${body.length}`];
	const type = 'Content-Type: multipart/form-data; boundary=edge';
	const socket = connect(port, '127.0.0.1').on('error', () => undefined);

	socket.write(`${[...head, type].join('\r\n')}\r\n\r\n${body}`);

	expect(await outcome).toMatchObject({ kind: 'invalid', code: 'request/bad-request' });
});

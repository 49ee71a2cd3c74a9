import { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect } = await openSockets(t);

test('realtime packets of one tick of the event loop are written together', async () => {
	const upgraded: Duplex[] = [];
	t.app.server.on('upgrade', (_request, socket) => upgraded.push(socket));
	const student = await t.student();
	const connection = await connect(student);
	await connection.waitForPending();
	const flushes: { packets: number; corked: number | undefined }[] = [];
	t.app.realtime.io.engine.on('flush', (_socket, packets: unknown[]) => {
		flushes.push({ packets: packets.length, corked: upgraded.at(-1)?.writableCorked });
	});

	for (const count of [1, 2, 3]) t.app.realtime.toUser(student.id, 'counted', { count });
	await connection.waitFor('counted', 3);

	expect(flushes).toEqual([{ packets: 3, corked: 1 }]);
});

test('a realtime connection does not retain its HTTP request', async () => {
	const openedConnections: [hadRequest: boolean, connection: { request: unknown }][] = [];
	t.app.realtime.io.engine.prependListener('connection', (opened) => {
		openedConnections.push([opened.request instanceof IncomingMessage, opened]);
	});

	await connect(await t.student());

	expect(openedConnections.map(([hadRequest, { request }]) => [hadRequest, request])).toEqual([
		[true, null],
	]);
});

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { io } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';

/** An administrator's realtime connection; closed with the test. */
export async function openOfficeLine({ app }: { app: FastifyInstance }, who: { token: string }) {
	if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	const socket = io(`http://127.0.0.1:${port}${ADMIN_NAMESPACE}`, {
		auth: { token: who.token },
		forceNew: true,
		transports: ['websocket'],
		reconnection: false,
	});
	onTestFinished(() => void socket.close());
	const all: [event: string, payload: unknown][] = [];
	socket.onAny((event, payload) => void all.push([event, payload]));
	const ended = new Promise<string>((settle) => void socket.on('disconnect', settle));
	await new Promise<void>((settle, fail) => {
		socket.on('connect', settle);
		socket.on('connect_error', fail);
	});
	const heard = (name: string) =>
		all.filter(([event]) => event === name).map(([, payload]) => payload);
	return { socket, heard, ended };
}

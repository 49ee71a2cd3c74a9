import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { io } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';

/** An administrator's realtime connection; closed with the test. */
export async function openAdminConnection(
	{ app }: { app: FastifyInstance },
	admin: { token: string },
) {
	if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	const socket = io(`http://127.0.0.1:${port}${ADMIN_NAMESPACE}`, {
		auth: { token: admin.token },
		forceNew: true,
		transports: ['websocket'],
		reconnection: false,
	});
	onTestFinished(() => void socket.close());
	const events: [event: string, payload: unknown][] = [];
	socket.onAny((event, payload) => void events.push([event, payload]));
	const disconnected = new Promise<string>((resolve) => void socket.on('disconnect', resolve));
	await new Promise<void>((resolve, reject) => {
		socket.on('connect', resolve);
		socket.on('connect_error', reject);
	});
	const received = (name: string) =>
		events.filter(([event]) => event === name).map(([, payload]) => payload);
	return { socket, received, disconnected };
}

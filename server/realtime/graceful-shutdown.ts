import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { LiveIo } from './socket-types.ts';

/** What runs gets this long to finish, and a peer this long to close its side; the app must be gone within ten seconds. */
const FINISH_WITHIN_MS = 3000;
const PART_WITHIN_MS = 1000;

/**
 * Closes the realtime server with its app. The lines break rather than being ended: a page that loses its line looks for
 * the market again by itself, one that is sent away does not.
 * @param finish takes nothing new, and waits for what runs
 */
export function closeWithApp(
	app: FastifyInstance,
	io: LiveIo,
	finish: () => Promise<unknown>,
): void {
	const lines = new Set<Duplex>();
	app.server.on('upgrade', (_request, line) => {
		lines.add(line);
		line.once('close', () => lines.delete(line));
	});
	const ends = new Set<{ close: () => unknown }>();
	io.engine.on('connection', (end) => {
		ends.add(end);
		end.once('close', () => ends.delete(end));
	});
	let isClosing = false;
	io.engine.on('headers', (headers) => {
		if (isClosing) headers.connection = 'close';
	});
	app.addHook('preClose', async () => {
		isClosing = true;
		await Promise.race([finish(), setTimeout(FINISH_WITHIN_MS, undefined, { ref: false })]);
		// What is on its way, such as an acknowledgement, goes out first.
		for (const end of ends) end.close();
		// The server waits for every line; a peer that has vanished would never close its side.
		void setTimeout(PART_WITHIN_MS, undefined, { ref: false }).then(() => {
			io.engine.close();
			for (const line of lines) line.destroy();
		});
	});
}

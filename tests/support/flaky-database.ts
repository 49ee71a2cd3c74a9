import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onCleanup } from './on-cleanup.ts';

/** PostgreSQL's name for the socket of its default port. */
const SOCKET = '.s.PGSQL.5432';

interface Break {
	/** Part of the statement at which the connection breaks. */
	text: string;
	/** Whether the database still runs the statement. */
	isExecuted: boolean;
	/** A text that the connection must have sent before; empty for none. */
	after: string;
}

/**
 * A proxy to a database whose connections can be broken; it works at first, and closes after the test or the file.
 * @param url of a database that is reached through a unix socket
 */
export async function openFlakyDatabase(url: string) {
	const [, realHost = ''] = /host=([^&]+)/.exec(url) ?? [];
	const target = join(decodeURIComponent(realHost), SOCKET);
	const folder = await mkdtemp(join(tmpdir(), 'market-line-'));
	const connections = new Set<Socket>();
	let delayMs = 0;
	let pendingBreak: Break | undefined;
	let server: Server | undefined;

	/** The break that this chunk triggers, if any. A break happens only once. */
	function takeBreak(chunk: Buffer | string, earlier: { isSent: boolean }): Break | undefined {
		const awaited = pendingBreak;
		if (!awaited) return;
		if (chunk.includes(awaited.after)) earlier.isSent = true;
		if (!earlier.isSent || !chunk.includes(awaited.text)) return;
		pendingBreak = undefined;
		return awaited;
	}

	function proxyConnection(client: Socket): void {
		const upstream = connect(target);
		let losesNextAnswer = false;
		const earlier = { isSent: false };
		let lastWrite: Promise<unknown> = Promise.resolve();
		const end = () => {
			client.destroy();
			upstream.destroy();
			connections.delete(client);
		};
		connections.add(client);
		for (const side of [client, upstream]) side.on('error', end).on('close', end);
		client.on('data', (chunk) => {
			const broken = takeBreak(chunk, earlier);
			if (broken && !broken.isExecuted) return end();
			losesNextAnswer ||= broken !== undefined;
			upstream.write(chunk);
		});
		upstream.on('data', (chunk) => {
			if (losesNextAnswer) return end();
			lastWrite = Promise.all([lastWrite, delayMs > 0 && wait(delayMs)]).then(() =>
				client.write(chunk),
			);
		});
	}

	async function reconnect(): Promise<void> {
		delayMs = 0;
		if (server) return;
		server = createServer(proxyConnection).listen(join(folder, SOCKET));
		await once(server, 'listening');
	}

	/** Refuses new connections and breaks open ones. */
	async function disconnect(): Promise<void> {
		if (!server) return;
		const closed = once(server, 'close');
		server.close();
		for (const connection of connections) connection.destroy();
		server = undefined;
		await closed;
	}

	await reconnect();
	onCleanup(async () => {
		await disconnect();
		await rm(folder, { recursive: true, force: true });
	});
	return {
		url: url.replace(/host=[^&]+/, `host=${encodeURIComponent(folder)}`),
		reconnect,
		disconnect,
		/** Delays every answer by this time. */
		slow(byMs: number) {
			delayMs = byMs;
		},
		/**
		 * Breaks the next connection that sends a statement with this text, once.
		 * @param isExecuted whether the database still runs the statement, and only its answer is lost
		 * @param after text of a statement that the connection must have sent before, so that no other transaction is broken
		 */
		breakOnStatement(text: string, isExecuted: boolean, after = '') {
			pendingBreak = { text, isExecuted, after };
		},
		/** Whether the break has happened. */
		hasBroken: () => pendingBreak === undefined,
	};
}

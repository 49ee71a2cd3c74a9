import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onCleanup } from './on-cleanup.ts';

/** PostgreSQL's name for the socket of its default port. */
const SOCKET = '.s.PGSQL.5432';

/**
 * A proxy to a database whose connections can be broken; it works at first, and closes when the file ends.
 * @param url of a database that is reached through a unix socket
 */
export async function openFlakyDatabase(url: string) {
	const [, realHost = ''] = /host=([^&]+)/.exec(url) ?? [];
	const target = join(decodeURIComponent(realHost), SOCKET);
	const folder = await mkdtemp(join(tmpdir(), 'market-line-'));
	const connections = new Set<Socket>();
	let delayMs = 0;
	let breakOnStatement: { text: string; isExecuted: boolean } | undefined;
	let server: Server | undefined;

	function proxyConnection(client: Socket): void {
		const upstream = connect(target);
		let isLast = false;
		let sent: Promise<unknown> = Promise.resolve();
		const end = () => {
			client.destroy();
			upstream.destroy();
			connections.delete(client);
		};
		connections.add(client);
		for (const side of [client, upstream]) side.on('error', end).on('close', end);
		client.on('data', (chunk) => {
			if (breakOnStatement && chunk.includes(breakOnStatement.text)) {
				isLast = breakOnStatement.isExecuted;
				breakOnStatement = undefined;
				if (!isLast) return end();
			}
			upstream.write(chunk);
		});
		upstream.on('data', (chunk) => {
			if (isLast) return end();
			sent = Promise.all([sent, delayMs > 0 && wait(delayMs)]).then(() => client.write(chunk));
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
		 * Breaks the next connection that sends a statement with this word, once.
		 * @param isExecuted whether the database still runs the statement, and only its answer is lost
		 */
		breakOnStatement(text: string, isExecuted: boolean) {
			breakOnStatement = { text, isExecuted };
		},
		/** Whether that has happened. */
		hasBroken: () => breakOnStatement === undefined,
	};
}

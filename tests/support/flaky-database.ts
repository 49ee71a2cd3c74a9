import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { whenDone } from './when-done.ts';

/** PostgreSQL's name for the socket of its default port. */
const SOCKET = '.s.PGSQL.5432';

/**
 * A proxy to a database whose connections can be broken; it works at first, and closes when the file ends.
 * @param url of a database that is reached through a unix socket
 */
export async function openFlakyDatabase(url: string) {
	const [, real = ''] = /host=([^&]+)/.exec(url) ?? [];
	const target = join(decodeURIComponent(real), SOCKET);
	const folder = await mkdtemp(join(tmpdir(), 'market-line-'));
	const lines = new Set<Socket>();
	let delayMs = 0;
	let breakAt: { word: string; isDone: boolean } | undefined;
	let server: Server | undefined;

	function link(ours: Socket): void {
		const theirs = connect(target);
		let isLast = false;
		let sent: Promise<unknown> = Promise.resolve();
		const end = () => {
			ours.destroy();
			theirs.destroy();
			lines.delete(ours);
		};
		lines.add(ours);
		for (const side of [ours, theirs]) side.on('error', end).on('close', end);
		ours.on('data', (chunk) => {
			if (breakAt && chunk.includes(breakAt.word)) {
				isLast = breakAt.isDone;
				breakAt = undefined;
				if (!isLast) return end();
			}
			theirs.write(chunk);
		});
		theirs.on('data', (chunk) => {
			if (isLast) return end();
			sent = Promise.all([sent, delayMs > 0 && wait(delayMs)]).then(() => ours.write(chunk));
		});
	}

	async function mend(): Promise<void> {
		delayMs = 0;
		if (server) return;
		server = createServer(link).listen(join(folder, SOCKET));
		await once(server, 'listening');
	}

	/** Refuses new connections and breaks open ones. */
	async function cut(): Promise<void> {
		if (!server) return;
		const closed = once(server, 'close');
		server.close();
		for (const line of lines) line.destroy();
		server = undefined;
		await closed;
	}

	await mend();
	whenDone(async () => {
		await cut();
		await rm(folder, { recursive: true, force: true });
	});
	return {
		url: url.replace(/host=[^&]+/, `host=${encodeURIComponent(folder)}`),
		mend,
		cut,
		/** Delays every answer by this time. */
		slow(byMs: number) {
			delayMs = byMs;
		},
		/**
		 * Breaks the next connection that sends a statement with this word, once.
		 * @param isDone whether the database still runs the statement, and only its answer is lost
		 */
		breakAt(word: string, isDone: boolean) {
			breakAt = { word, isDone };
		},
		/** Whether that has happened. */
		hasBroken: () => breakAt === undefined,
	};
}

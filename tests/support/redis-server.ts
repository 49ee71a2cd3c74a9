import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { endChild } from '#server/lib/processes.ts';
import { spawnProgram } from './debian-programs.ts';
import { freePorts } from './free-ports.ts';
import { onCleanup } from './on-cleanup.ts';
import { SECRET } from './secret.ts';

/** With characters that a URL must escape, so that a missing escape fails the tests. */
const PASSWORD = 'of the tests: /@#';

/**
 * Debian's Redis on a free port, with a password and without persistence. It is stopped after the test or, if it was opened
 * outside of a test, after all tests of the file.
 */
export async function openRedisServer() {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'market-redis-'));
	const url = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`;
	let child: ChildProcess | undefined;

	/** Starts Redis. After `kill`, it starts again on the same port, without its data. */
	async function start(): Promise<void> {
		const network = ['--port', String(port), '--bind', '127.0.0.1', '--requirepass', PASSWORD];
		const noPersistence = ['--dir', folder, '--save', '', '--appendonly', 'no'];
		child = spawnProgram('redis-server', [...network, ...noPersistence]);
		// Waits until it answers; errors until then are expected.
		const client = new Redis(url, { retryStrategy: () => 10, maxRetriesPerRequest: null });
		client.on('error', () => undefined);
		await client.ping();
		client.disconnect();
	}
	/** Kills the process without a shutdown, as in a power failure. */
	async function kill(): Promise<void> {
		if (child) await endChild(child, 'SIGKILL');
	}

	onCleanup(async () => {
		await kill();
		await rm(folder, { recursive: true, force: true });
	});
	await start();
	return {
		url,
		port,
		start,
		kill,
		/** Suspends the process: the system still accepts connections for it, but nothing answers. */
		suspend: () => void child?.kill('SIGSTOP'),
		resume: () => void child?.kill('SIGCONT'),
		/** The environment variables of an app that uses it. */
		environment: (databaseUrl: string) => ({
			REDIS_URL: url,
			DATABASE_URL: databaseUrl,
			JWT_SECRET: SECRET,
		}),
	};
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { spawnProgram } from './debian-programs.ts';
import { freePorts } from './free-ports.ts';
import { whenDone } from './when-done.ts';

const PASSWORD = 'of-the-tests';
const WAIT = { timeout: 20_000, interval: 20 };

/** Two of Debian's Redis servers, the second a replica of the first, and a Sentinel that promotes it. */
export async function openWatchedRedis() {
	const folder = await mkdtemp(join(tmpdir(), 'market-sentinel-'));
	const [first = 0, second = 0, sentinel = 0] = await freePorts(3);
	const running = new Map<number, ChildProcess>();

	async function start(port: number, lines: readonly string[], ...more: string[]) {
		const own = join(folder, String(port));
		await mkdir(own);
		const bare = [`port ${port}`, 'bind 127.0.0.1', `dir ${own}`, `requirepass ${PASSWORD}`];
		const config = join(own, 'redis.conf');
		await writeFile(config, [...bare, ...lines, ''].join('\n'));
		running.set(port, spawnProgram('redis-server', [config, ...more]));
	}
	async function kill(port: number): Promise<void> {
		const child = running.get(port);
		running.delete(port);
		child?.kill('SIGKILL');
		if (child) await once(child, 'exit');
	}
	whenDone(async () => {
		for (const port of [...running.keys()]) await kill(port);
		await rm(folder, { recursive: true, force: true });
	});

	const server = [`masterauth ${PASSWORD}`, 'save ""', 'repl-diskless-sync-delay 0'];
	await start(first, server);
	await start(second, [...server, `replicaof 127.0.0.1 ${first}`]);
	await knows(second, ['info', 'replication'], 'master_link_status:up');
	const watch = ['monitor market 127.0.0.1', `auth-pass market ${PASSWORD}`];
	await start(
		sentinel,
		[
			`sentinel ${watch[0]} ${first} 1`,
			`sentinel ${watch[1]}`,
			'sentinel down-after-milliseconds market 300',
			'sentinel failover-timeout market 2000',
		],
		'--sentinel',
	);
	await knows(sentinel, ['sentinel', 'replicas', 'market'], 'master-link-status,ok');
	return {
		url: `redis+sentinel://:${PASSWORD}@127.0.0.1:${sentinel}/market`,
		killPrimary: () => kill(first),
	};
}

/** Waits until a server's answer contains this text. */
async function knows(port: number, [command = '', ...rest]: string[], words: string) {
	const client = new Redis({
		port,
		password: PASSWORD,
		enableReadyCheck: false,
		maxRetriesPerRequest: null,
		retryStrategy: () => 20,
	});
	client.on('error', () => undefined);
	await vi.waitUntil(async () => String(await client.call(command, ...rest)).includes(words), WAIT);
	client.disconnect();
}

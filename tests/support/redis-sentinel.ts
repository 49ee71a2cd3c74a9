import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { endChild } from '#server/lib/processes.ts';
import { spawnProgram } from './debian-programs.ts';
import { freePorts } from './free-ports.ts';
import { onCleanup } from './on-cleanup.ts';

const PASSWORD = 'of-the-tests';
const WAIT = { timeout: 20_000, interval: 20 };

/** Two of Debian's Redis servers, the second a replica of the first, and a Sentinel that promotes it. */
export async function openSentinelRedis() {
	const folder = await mkdtemp(join(tmpdir(), 'market-sentinel-'));
	const [first = 0, second = 0, sentinel = 0] = await freePorts(3);
	const running = new Map<number, ChildProcess>();

	async function start(port: number, configLines: readonly string[], ...options: string[]) {
		const folderOfServer = join(folder, String(port));
		await mkdir(folderOfServer);
		const baseLines = [
			`port ${port}`,
			'bind 127.0.0.1',
			`dir ${folderOfServer}`,
			`requirepass ${PASSWORD}`,
		];
		const config = join(folderOfServer, 'redis.conf');
		await writeFile(config, [...baseLines, ...configLines, ''].join('\n'));
		running.set(port, spawnProgram('redis-server', [config, ...options]));
	}
	async function kill(port: number): Promise<void> {
		const child = running.get(port);
		running.delete(port);
		if (child) await endChild(child, 'SIGKILL');
	}
	onCleanup(async () => {
		for (const port of [...running.keys()]) await kill(port);
		await rm(folder, { recursive: true, force: true });
	});

	const serverLines = [`masterauth ${PASSWORD}`, 'save ""', 'repl-diskless-sync-delay 0'];
	await start(first, serverLines);
	await start(second, [...serverLines, `replicaof 127.0.0.1 ${first}`]);
	await waitForReply(second, ['info', 'replication'], 'master_link_status:up');
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
	await waitForReply(sentinel, ['sentinel', 'replicas', 'market'], 'master-link-status,ok');
	return {
		url: `redis+sentinel://:${PASSWORD}@127.0.0.1:${sentinel}/market`,
		killPrimary: () => kill(first),
	};
}

/** Waits until a server's answer contains this text. */
async function waitForReply(port: number, [command = '', ...rest]: string[], text: string) {
	const client = new Redis({
		port,
		password: PASSWORD,
		enableReadyCheck: false,
		maxRetriesPerRequest: null,
		retryStrategy: () => 20,
	});
	client.on('error', () => undefined);
	await vi.waitUntil(async () => String(await client.call(command, ...rest)).includes(text), WAIT);
	client.disconnect();
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild } from '#server/lib/processes.ts';
import { freePorts } from '#tests/support/free-ports.ts';

/**
 * Starts the system's Redis on the loopback address, without persistence.
 * @throws Error when it is not installed
 */
export async function startRedis() {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'market-redis-'));
	const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
	const server = spawn('redis-server', [...address, '--save', '', '--appendonly', 'no'], {
		stdio: 'ignore',
	});
	await once(server, 'spawn');
	return {
		url: `redis://127.0.0.1:${port}`,
		async stop(): Promise<void> {
			await endChild(server, 'SIGTERM');
			await rm(folder, { recursive: true, force: true });
		},
	};
}

import { spawn } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { hasExited, isProcessRunning } from '#server/lib/processes.ts';
import { onCleanup } from './support/on-cleanup.ts';

const ROOT = join(import.meta.dirname, '..');

/** `npm start` as a user runs it, with an embedded database of its own. */
async function npmStart() {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-start-'));
	const { PATH, HOME } = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: tmpdir() };
	const npm = spawn('npm', ['start'], {
		cwd: ROOT,
		env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', SEED_DEMO: '0' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let printed = '';
	const appendOutput = (chunk: unknown) => {
		printed += String(chunk);
	};
	npm.stdout.on('data', appendOutput);
	npm.stderr.on('data', appendOutput);
	// The first start builds the pages.
	await vi.waitUntil(() => / is open at /.test(printed), { timeout: 120_000 });
	const appPid = Number(/"pid":(\d+)/.exec(printed)?.[1]);
	const databasePid = await findDatabasePid(dataDir);
	onCleanup(async () => {
		for (const pid of [appPid, databasePid].filter(isProcessRunning)) process.kill(pid, 'SIGKILL');
		await rm(dataDir, { recursive: true, force: true });
	});
	return { npm, appPid, databasePid };
}

async function findDatabasePid(dataDir: string): Promise<number> {
	for await (const file of glob('**/postmaster.pid', { cwd: dataDir })) {
		return Number.parseInt(await readFile(join(dataDir, file), 'utf8'), 10);
	}
	throw new Error('The embedded database has no postmaster.pid.');
}

test('"npm start" that is stopped takes the app and its database with it within ten seconds', {
	timeout: 150_000,
}, async () => {
	const { npm, appPid, databasePid } = await npmStart();
	expect([appPid, databasePid].map(isProcessRunning)).toEqual([true, true]);

	npm.kill('SIGHUP');

	await vi.waitUntil(() => hasExited(npm) && ![appPid, databasePid].some(isProcessRunning), {
		timeout: 10_000,
	});
});

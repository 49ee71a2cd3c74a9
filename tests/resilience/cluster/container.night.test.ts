import { execFile, spawn } from 'node:child_process';
import {
	chmod,
	cp,
	mkdir,
	mkdtemp,
	readFile,
	rm,
	stat,
	symlink,
	writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test, vi } from 'vitest';
import { endChild } from '#server/lib/processes.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { requireProgram } from '#tests/support/debian-programs.ts';
import { freePorts } from '#tests/support/free-ports.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** The files of the repository that the build steps need. */
const SOURCES = [
	'contract',
	'server',
	'web',
	'tools',
	'deploy',
	'package.json',
	'package-lock.json',
	'LICENSE',
];
const MORE_SOURCES = ['docs/legal/third-party-licences.md', 'tsconfig.base.json'];

const containerfile = await readFile(join(ROOT, 'deploy/container/Containerfile'), 'utf8');
/** The last instruction of this name in the Containerfile. */
const instruction = (name: string) =>
	containerfile.match(new RegExp(`^${name} .*$`, 'gm'))?.at(-1) ?? '';
/** The JSON array in an instruction. */
const listIn = (line: string): string[] => JSON.parse(/\[.*\]/.exec(line)?.[0] ?? '[]');

async function openFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'market-container-'));
	onCleanup(() => rm(folder, { recursive: true, force: true }));
	await chmod(folder, 0o755);
	return folder;
}

/** A PATH with the Node and npm of this machine, but without the programs of installed packages. */
async function pathWithNpm(): Promise<string> {
	const folder = await openFolder();
	for (const name of ['node', 'npm']) await symlink(requireProgram(name), join(folder, name));
	return `${folder}:${PATH}`;
}

/**
 * Runs the build script of the container. It installs and builds everything from the sources.
 */
async function build(target: string): Promise<void> {
	const source = await openFolder();
	for (const name of [...SOURCES, ...MORE_SOURCES]) {
		await cp(join(ROOT, name), join(source, name), { recursive: true });
	}
	// biome-ignore lint/style/noProcessEnv: npm keeps its cache in the home folder
	const env = { PATH: await pathWithNpm(), HOME: process.env.HOME };
	await run(join(source, 'deploy/container/build.sh'), [target], { env, maxBuffer: 2 ** 26 });
}

/** The account that owns the socket of the test database. A test that runs as root starts the app with this account. */
async function unprivilegedAccount(databaseUrl: string): Promise<{ uid?: number; gid?: number }> {
	if (process.getuid?.() !== 0) return {};
	const { uid, gid } = await stat(
		new URL(databaseUrl.replace('@/', '@socket/')).searchParams.get('host') ?? '/',
	);
	return { uid, gid };
}

const target = await openFolder();
beforeAll(() => build(target), 600_000);

test('the container build makes a folder in which an unprivileged account can run the server', async () => {
	const [port = 0] = await freePorts(1);
	const dataDir = await openFolder();
	await chmod(dataDir, 0o777);
	const env = {
		PATH,
		HOST: '127.0.0.1',
		PORT: String(port),
		DATA_DIR: dataDir,
		DATABASE_URL: await cloneDatabase(),
		LOG_LEVEL: 'warn',
	};
	const [program = '', ...args] = listIn(instruction('CMD'));
	const user = await unprivilegedAccount(env.DATABASE_URL);

	const child = spawn(join(target, program), args, {
		cwd: target,
		env,
		stdio: ['ignore', 'ignore', 'inherit'],
		...user,
	});
	onCleanup(async () => {
		await endChild(child, 'SIGKILL');
	});
	const [health = '', ...more] = listIn(instruction('HEALTHCHECK'));
	const isHealthy = () =>
		run(join(target, health), more, { cwd: target, env, ...user }).then(
			() => true,
			() => false,
		);

	const before = await isHealthy();
	await vi.waitUntil(isHealthy, { timeout: 60_000, interval: 50 });
	const page = await fetch(`http://127.0.0.1:${port}/`);
	await endChild(child, 'SIGTERM');

	expect(before).toBe(false);
	expect(page.status).toBe(200);
	expect(child.exitCode).toBe(0);
	await expect(stat(join(target, 'server/main.process.test.ts'))).rejects.toThrow('ENOENT');
});

test('`deploy/systemd/passdown` runs an operator’s command in the built folder, and refuses an unknown command', async () => {
	const url = await cloneDatabase();
	const fakes = await openFolder();
	// Replaces systemd-run, which is not available here: ignores the options, and runs the command in the built folder.
	const script = `#!/bin/sh\nwhile [ "\${1#--}" != "$1" ]; do shift; done\ncd ${target} && exec "$@"\n`;
	await writeFile(join(fakes, 'systemd-run'), script, { mode: 0o755 });
	const env = { PATH: `${fakes}:${PATH}`, DATABASE_URL: url };
	const passdown = (...args: string[]) =>
		run(join(target, 'deploy/systemd/passdown'), args, { env });

	const { stdout } = await passdown('maintenance', 'on', '--message', 'New disks are going in.');
	const unknown = await passdown('build-pages').catch((error: unknown) => error);

	expect(stdout).toContain('Message: New disks are going in.');
	expect(unknown).toMatchObject({
		code: 1,
		stderr: expect.stringMatching(/^There is no command "build-pages"\./),
	});
});

test('the Containerfile runs the build script, and switches to an unprivileged account', () => {
	expect(containerfile).toContain('RUN deploy/container/build.sh /srv/passdown');
	expect(instruction('USER')).toMatch(/^USER [1-9]\d+$/);
	expect(instruction('STOPSIGNAL')).toBe('STOPSIGNAL SIGTERM');
	expect(containerfile).not.toMatch(/^(ARG|ENV) .*(SECRET|PASSWORD)/m);
});

test('the container build refuses a target folder that is not empty', async () => {
	const target = await openFolder();
	await mkdir(join(target, 'kept'));

	const refused = await run(join(ROOT, 'deploy/container/build.sh'), [target], {
		env: { PATH },
	}).catch((error: unknown) => error);

	expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
});

import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isProcessRunning } from '#server/lib/processes.ts';
import { copyMigratedDatabase } from '#tests/support/migrated-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { readPostmasterPid, serviceAccount } from './data-directory.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const POSTGRES_PROCESS = fileURLToPath(import.meta.resolve('#tests/support/postgres-process.ts'));
const base = await createTempFolder();
await chmod(base, 0o755);
const isRoot = process.getuid?.() === 0;
let count = 0;
const freshFolder = () => join(base, String(count++));
/** A folder in the state after a first start; a copy is faster than a first start. */
const preparedFolder = () => copyMigratedDatabase(freshFolder());

async function start(folder: string, onProgress?: (step: string) => void) {
	const postgres = await startEmbeddedPostgres({ folder, onProgress });
	onTestFinished(postgres.stop);
	return postgres;
}

const readPid = (folder: string) => readPostmasterPid(join(folder, 'cluster'));

test('the embedded database recovers from an interrupted first start, keeps its data over a restart and reports the preparation only once', async () => {
	const folder = freshFolder();
	await mkdir(join(folder, 'cluster', 'base'), { recursive: true });
	await writeFile(join(folder, 'cluster', 'postgresql.conf'), 'half a li');
	// The temporary folder of a process that no longer exists.
	await mkdir(join(folder, 'cluster-999999999'));
	const steps: string[] = [];
	const first = await start(folder, (step) => steps.push(step));
	await query(first.url('postgres'), 'create table kept as select 42 as answer');
	await first.stop();

	const second = await start(folder, (step) => steps.push(step));

	expect(await query(second.url('postgres'), 'select * from kept')).toEqual([{ answer: 42 }]);
	expect(steps).toEqual(['Preparing the database']);
	expect((await readdir(folder)).sort()).toEqual(['cluster', 'run']);
});

test('a killed embedded database is restarted and reported, and can be stopped while it restarts', async () => {
	const folder = await preparedFolder();
	const reasons: string[] = [];
	const onRestart = (reason: string) => void reasons.push(reason);
	const postgres = await startEmbeddedPostgres({ folder, onRestart });
	onTestFinished(postgres.stop);
	const first = await readPid(folder);
	await query(postgres.url('postgres'), 'create table kept as select 42 as answer');

	process.kill(first, 'SIGKILL');
	await vi.waitUntil(() => query(postgres.url('postgres'), 'select 1').catch(() => false), 20_000);
	const rows = await query(postgres.url('postgres'), 'select * from kept');
	const second = await readPid(folder);
	process.kill(second, 'SIGKILL');
	await vi.waitUntil(() => reasons.length >= 2, 20_000);
	await postgres.stop();

	expect(reasons[0]).toBe('It ended by itself (SIGKILL).');
	expect(rows).toEqual([{ answer: 42 }]);
	expect(second).not.toBe(first);
	await expect(query(postgres.url('postgres'), 'select 1')).rejects.toThrow();
});

test("a restart of the embedded database is reported with PostgreSQL's last error", async () => {
	const folder = await preparedFolder();
	const { promise: reason, resolve: onRestart } = Promise.withResolvers<string>();
	const postgres = await startEmbeddedPostgres({ folder, onRestart });
	onTestFinished(postgres.stop);
	const client = new pg.Client({ connectionString: postgres.url('postgres') });
	client.on('error', () => undefined);
	await client.connect();
	onTestFinished(() => client.end());
	const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');

	// PostgreSQL reads this file again after one of its processes was killed.
	await rm(join(folder, 'cluster', 'global', 'pg_control'));
	process.kill(rows[0]?.pid ?? 0, 'SIGKILL');

	expect(await reason).toBe(
		'It ended by itself (SIGABRT). postmaster: PANIC: could not open file "global/pg_control": No such file or directory',
	);
});

test('a second start of the embedded database on a folder in use fails with one line, and the first keeps running: on a socket of its own account only, not on the network', async () => {
	const folder = await preparedFolder();
	const first = await start(folder);
	const client = new pg.Client({ connectionString: first.url('postgres') });
	await client.connect();
	onTestFinished(() => client.end());

	const second = startScript(POSTGRES_PROCESS, [folder]);

	expect(await second.ended).toBe(1);
	expect(second.errors()).toBe(
		`The market already runs on ${join(folder, 'cluster')}. Stop it first, or set DATA_DIR to another folder.\n`,
	);
	const settings = await client.query(
		"select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_permissions') order by name",
	);
	expect(settings.rows).toEqual([
		{ name: 'listen_addresses', setting: '' },
		{ name: 'unix_socket_permissions', setting: '0700' },
	]);
});

test('of two simultaneous first starts of the embedded database, one succeeds and the other fails with one line', async () => {
	const folder = freshFolder();
	const both = [startScript(POSTGRES_PROCESS, [folder]), startScript(POSTGRES_PROCESS, [folder])];

	const url = await Promise.any(
		both.map(async (one) => (await one.waitForOutput(/ready (\S+)/))[1] ?? ''),
	);
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	onTestFinished(() => client.end());
	const loser = await Promise.race(both.map((one) => one.ended.then(() => one)));

	expect(await loser.ended).toBe(1);
	expect(loser.errors().trim().split('\n')).toHaveLength(1);
	expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
	expect((await readdir(folder)).sort()).toEqual(['cluster', 'run']);
});

test('the embedded database starts in a folder whose path is short in characters but too long in bytes for a socket', async () => {
	const folder = join(base, 'ह'.repeat(24));

	const postgres = await start(await copyMigratedDatabase(folder));

	expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the embedded database ends soon after its parent process was killed', async () => {
	const folder = await preparedFolder();
	const holder = startScript(POSTGRES_PROCESS, [folder]);
	await holder.waitForOutput(/ready/);
	const pid = await readPid(folder);

	holder.child.kill('SIGKILL');

	await vi.waitUntil(() => !isProcessRunning(pid), { timeout: 20_000 });
	const postgres = await start(folder);
	expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test("a failed start of the embedded database reports PostgreSQL's error in one line", async () => {
	const folder = await preparedFolder();
	await (await start(folder)).stop();
	await writeFile(join(folder, 'cluster', 'postgresql.conf'), 'no_such_setting = 1\n');

	const failing = start(folder);

	await expect(failing).rejects.toThrow(/^PostgreSQL did not start: .*postgresql\.conf.*$/);
});

test.runIf(isRoot)(
	'as root, the embedded database starts below a folder that only root may enter',
	async () => {
		const closed = freshFolder();
		await mkdir(closed, { mode: 0o700 });

		const postgres = await start(await copyMigratedDatabase(join(closed, 'data')));

		expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
	},
);

test.runIf(isRoot)(
	'the embedded database refuses a socket folder that belongs to another account',
	async () => {
		const account = await serviceAccount();
		const folder = freshFolder();
		await mkdir(join(folder, 'run'), { recursive: true });
		await chown(join(folder, 'run'), (account?.uid ?? 0) + 1, 0);

		const failing = start(folder);

		await expect(failing).rejects.toThrow(`${join(folder, 'run')} belongs to someone else.`);
	},
);

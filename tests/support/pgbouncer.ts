import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { launchAs, serviceAccount } from '#server/db/embedded/service-account.ts';
import { endChild } from '#server/lib/processes.ts';
import { requireProgram } from './debian-programs.ts';
import { freePorts } from './free-ports.ts';
import { onCleanup } from './on-cleanup.ts';
import { query } from './query.ts';

/** A role of the database that may connect through PgBouncer. */
interface Account {
	name: string;
	password: string;
}

/**
 * Starts PgBouncer in transaction mode, with few connections, in front of a database. It is stopped after the test or
 * the test file that started it.
 * @param url of a database that is reached through a unix socket
 * @returns a function that tells the URL for one of the accounts
 */
export async function startPgbouncer(url: string, accounts: readonly Account[]) {
	const [, database, sockets = ''] = /\/(\w+)\?host=([^&]+)/.exec(url) ?? [];
	const folder = await mkdtemp(join(tmpdir(), 'market-pooler-'));
	const [port] = await freePorts(1);
	const settings = [
		'[databases]',
		`${database} = host=${decodeURIComponent(sockets)} port=5432`,
		'[pgbouncer]',
		'listen_addr = 127.0.0.1',
		`listen_port = ${port}`,
		'unix_socket_dir =',
		'auth_type = scram-sha-256',
		`auth_file = ${join(folder, 'accounts')}`,
		'pool_mode = transaction',
		'default_pool_size = 3',
		'max_client_conn = 200',
	];
	const accountLines = accounts.map(({ name, password }) => `"${name}" "${password}"`);
	await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'));
	await writeFile(join(folder, 'accounts'), accountLines.join('\n'));
	// PgBouncer may run as another account (`serviceAccount`).
	await chmod(folder, 0o755);
	const child = await startProcess(folder);
	onCleanup(async () => {
		await endChild(child, 'SIGKILL');
		await rm(folder, { recursive: true, force: true });
	});
	const address = ({ name, password }: Account) =>
		`postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
	const [first] = accounts;
	if (!first) throw new Error('PgBouncer needs at least one account.');
	await vi.waitFor(() => query(address(first), 'select 1'), { timeout: 20_000, interval: 20 });
	return address;
}

async function startProcess(folder: string): Promise<ChildProcess> {
	const { program, args, identity } = await launchAs(await serviceAccount(), [
		requireProgram('pgbouncer'),
		'--quiet',
		join(folder, 'pgbouncer.ini'),
	]);
	return spawn(program, args, { cwd: '/', stdio: 'ignore', ...identity });
}

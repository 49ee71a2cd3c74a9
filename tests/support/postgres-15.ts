import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { launchAs, serviceAccount } from '#server/db/embedded/service-account.ts';
import { requireProgram } from './debian-programs.ts';
import { onCleanup } from './on-cleanup.ts';
import { POSTGRES_15 } from './postgres-15-programs.ts';

const run = promisify(execFile);

/** Faster, without protection against power failures, which test data does not need. */
const FAST_SETTINGS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB'];

/** Starts a PostgreSQL 15 server, which is stopped and deleted after the test or the test file. */
export async function startPostgres15(settings: readonly string[] = []) {
	const folder = await createServerFolder();
	const binaries = POSTGRES_15;
	const server = await startEmbeddedPostgres({
		folder,
		binaries,
		settings: [...FAST_SETTINGS, ...settings],
	});
	onCleanup(server.stop);
	return server;
}

/** Starts a standby of a server. It can be stopped and started, and is deleted after the test or the test file. */
export async function startStandby(of: { url: (database: string) => string }) {
	const folder = await createServerFolder();
	const account = await serviceAccount();
	const { program, args, identity } = await launchAs(account, [
		requireProgram('pg_basebackup'),
		`--dbname=${of.url('postgres')}`,
		`--pgdata=${join(folder, 'cluster')}`,
		'--write-recovery-conf',
		'--checkpoint=fast',
		'--no-sync',
	]);
	await run(program, args, { cwd: '/', ...identity });
	const start = () =>
		startEmbeddedPostgres({ folder, binaries: POSTGRES_15, settings: FAST_SETTINGS });
	let server = await start();
	onCleanup(() => server.stop());
	return {
		url: server.url,
		stop: () => server.stop(),
		async start() {
			server = await start();
		},
	};
}

/** Creates a folder whose parent PostgreSQL's account may enter. */
async function createServerFolder(): Promise<string> {
	const base = await mkdtemp(join(tmpdir(), 'market-postgres-'));
	onCleanup(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));
	await chmod(base, 0o755);
	const folder = join(base, 'server');
	await mkdir(folder);
	const account = await serviceAccount();
	if (account) await chown(folder, account.uid, account.gid);
	return folder;
}

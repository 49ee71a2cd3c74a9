import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { launchAs, serviceAccount } from '#server/db/embedded/service-account.ts';
import { programAt } from './debian-programs.ts';
import { POSTGRES_15 } from './postgres-15-programs.ts';
import { whenDone } from './when-done.ts';

const run = promisify(execFile);

/** Tests have nothing to lose in a power cut. */
const FAST = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB'];

/** A server of its own, gone when the file ends. */
export async function startPostgres15(settings: readonly string[] = []) {
	const folder = await ownFolder();
	const binaries = POSTGRES_15;
	const server = await startEmbeddedPostgres({
		folder,
		binaries,
		settings: [...FAST, ...settings],
	});
	whenDone(server.stop);
	return server;
}

/** A standby that follows a server, gone when the file ends; it may be stopped and started before. */
export async function startStandby(of: { url: (database: string) => string }) {
	const folder = await ownFolder();
	const account = await serviceAccount();
	const { program, args, identity } = await launchAs(account, [
		programAt('pg_basebackup'),
		`--dbname=${of.url('postgres')}`,
		`--pgdata=${join(folder, 'cluster')}`,
		'--write-recovery-conf',
		'--checkpoint=fast',
		'--no-sync',
	]);
	await run(program, args, { cwd: '/', ...identity });
	const start = () => startEmbeddedPostgres({ folder, binaries: POSTGRES_15, settings: FAST });
	let server = await start();
	whenDone(() => server.stop());
	return {
		url: server.url,
		stop: () => server.stop(),
		async start() {
			server = await start();
		},
	};
}

/** Below one that PostgreSQL's account may enter. */
async function ownFolder(): Promise<string> {
	const base = await mkdtemp(join(tmpdir(), 'market-postgres-'));
	whenDone(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));
	await chmod(base, 0o755);
	const folder = join(base, 'server');
	await mkdir(folder);
	const account = await serviceAccount();
	if (account) await chown(folder, account.uid, account.gid);
	return folder;
}

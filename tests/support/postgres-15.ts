import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceAccount } from '#server/db/embedded/data-directory.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { onCleanup } from './on-cleanup.ts';
import { POSTGRES_15 } from './postgres-15-programs.ts';

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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';

interface DatabaseHandle {
	url: string;
	/** Stops the database if this call has started it. A database that was already running stays open. */
	close: () => Promise<void>;
}

/**
 * Finds the app's database: the configured one, or else the embedded one of the data folder. The embedded database is
 * started unless a running app has started it already. A configured database is not contacted here.
 * @throws Error when the embedded database cannot be started
 */
export async function openDatabase(
	{ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
	log: (line: string) => void,
): Promise<DatabaseHandle> {
	const close = async () => undefined;
	if (databaseUrl) {
		log('Using the database of DATABASE_URL');
		return { url: databaseUrl, close };
	}
	const folder = join(dataDir, 'postgres');
	const running = await findRunningDatabase(join(folder, 'cluster'));
	if (running) {
		log(`Using the market that runs on ${dataDir}`);
		return { url: running, close };
	}
	log(`Starting the database of ${dataDir}, because no server is running on it`);
	const postgres = await startEmbeddedPostgres({ folder, onProgress: log });
	return { url: postgres.url('postgres'), close: postgres.stop };
}

/**
 * The URL of the embedded database of this folder; undefined when it is not running. PostgreSQL writes its port to
 * postmaster.pid. After a crash this file still exists, so a connection is tried.
 */
async function findRunningDatabase(clusterFolder: string): Promise<string | undefined> {
	const pidFile = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
	const [, , , port, socketFolder] = pidFile.split('\n');
	if (!port || !socketFolder) return undefined;
	const url = `postgres://postgres@/postgres?host=${encodeURIComponent(socketFolder)}&port=${port}`;
	const client = new pg.Client({ connectionString: url });
	client.on('error', () => undefined);
	try {
		await client.connect();
		return url;
	} catch {
		return undefined;
	} finally {
		await client.end().catch(() => undefined);
	}
}

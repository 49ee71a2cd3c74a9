import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';

interface DatabaseHandle {
	url: string;
	/** Stops what was started here, and leaves a running app alone. */
	close: () => Promise<void>;
}

type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'> &
	Partial<Pick<Config, 'databaseDirectUrl'>>;

/**
 * Opens the app's database: the configured one; or the embedded one of the data folder, which is started for this call
 * unless a running app has already started it.
 * @throws Error in one line when there is none
 */
export async function openDatabase(
	{ databaseUrl, databaseDirectUrl, dataDir }: DatabaseLocation,
	log: (line: string) => void,
): Promise<DatabaseHandle> {
	const close = async () => undefined;
	if (databaseDirectUrl) {
		log('Using the database of DATABASE_DIRECT_URL');
		return { url: databaseDirectUrl, close };
	}
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

/** PostgreSQL notes its port beside its data; after a crash the note is still there, but nothing answers. */
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

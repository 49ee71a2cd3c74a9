import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';

interface OpenDatabase {
	url: string;
	/** Stops what was started here, and leaves a running market alone. */
	letGo: () => Promise<void>;
}

type Place = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>;

/**
 * The market's database: the configured one, that of a market running on the data folder, or the embedded one started
 * for the while.
 * @throws Error in one line when there is none to be had
 */
export async function openDatabase(
	{ databaseUrl, databaseDirectUrl, dataDir }: Place,
	say: (line: string) => void,
): Promise<OpenDatabase> {
	const letGo = async () => undefined;
	if (databaseDirectUrl) {
		say('Using the database of DATABASE_DIRECT_URL');
		return { url: databaseDirectUrl, letGo };
	}
	if (databaseUrl) {
		say('Using the database of DATABASE_URL');
		return { url: databaseUrl, letGo };
	}
	const folder = join(dataDir, 'postgres');
	const running = await runningDatabase(join(folder, 'cluster'));
	if (running) {
		say(`Using the market that runs on ${dataDir}`);
		return { url: running, letGo };
	}
	say(`Starting the database of ${dataDir}, where no market runs`);
	const postgres = await startEmbeddedPostgres({ folder, onProgress: say });
	return { url: postgres.url('postgres'), letGo: postgres.stop };
}

/** PostgreSQL notes beside its data where it listens; after a crash the note stays, and nobody answers. */
async function runningDatabase(cluster: string): Promise<string | undefined> {
	const note = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
	const [, , , port, sockets] = note.split('\n');
	if (!port || !sockets) return undefined;
	const url = `postgres://postgres@/postgres?host=${encodeURIComponent(sockets)}&port=${port}`;
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

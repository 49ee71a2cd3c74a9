import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from './clone-database.ts';
import { onCleanup } from './on-cleanup.ts';

/** The environment of a benchmark's server in a test: an empty folder and a database of its own. */
export async function benchEnvironment() {
	const folder = await mkdtemp(join(tmpdir(), 'market-bench-'));
	onCleanup(() => rm(folder, { recursive: true, force: true }));
	return {
		DATA_DIR: folder,
		DATABASE_URL: await cloneDatabase(),
		WEB_FOLDER: join(import.meta.dirname, 'pages'),
	};
}

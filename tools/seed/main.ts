import { readConfig } from '#server/config/config.ts';
import { openPool } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate/migrate.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';
import { parseItemCount } from './arguments.ts';
import { fillWithItems } from './fill.ts';

/** `npm run seed -- --items 1000000`: plausible items for benchmarks, in addition to what is there. */
async function main(): Promise<void> {
	const count = parseItemCount(process.argv.slice(2));
	const config = readConfig();
	const store = await openPhotoStore(config);
	const database = await openDatabase(config, printLine);
	try {
		await migrate(database.url);
		const connection = openPool(database.url, () => undefined);
		try {
			await fillWithItems({ db: connection.db, store }, count, printLine);
		} finally {
			await connection.close();
		}
	} finally {
		await database.close();
		store.close();
	}
}

/** The message of a failed statement contains the whole statement; PostgreSQL's own message is its cause. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? error.cause.message : error.message;
}

await main().catch((error: unknown) => exitWithError(reasonOf(error)));

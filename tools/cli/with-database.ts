import type { Config } from '#server/config/config.ts';
import { type Db, openPool } from '#server/db/client.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import type { DataStores } from '#tools/backup/create-archive.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

/** Calls `work` with a connection to the app's database, and closes everything that it opened for this. */
export async function withDatabase(
	config: Config,
	work: (database: { db: Db; databaseUrl: string }) => Promise<void>,
): Promise<void> {
	const database = await openDatabase(config, printLine);
	const { db, close } = openPool(database.url, () => undefined);
	try {
		await work({ db, databaseUrl: database.url });
	} finally {
		await close();
		await database.close();
	}
}

/** Calls `work` with the app's database, photo store and secrets. */
export async function withDataStores(
	config: Config,
	work: (stores: DataStores & { db: Db }) => Promise<void>,
): Promise<void> {
	const store = await openPhotoStore(config);
	try {
		const { dataDir } = config;
		await withDatabase(config, (database) => work({ ...database, store, dataDir }));
	} finally {
		store.close();
	}
}

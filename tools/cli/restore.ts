import { resolve } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import { openArchive } from '#tools/backup/archive.ts';
import { putBack } from '#tools/backup/restore-archive.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { say, stop } from '#tools/lib/terminal.ts';

/** Makes a market of a backup in an empty DATA_DIR, or DATABASE_URL and PHOTO_STORE. A damaged file is refused before anything is touched. */
async function main(): Promise<void> {
	const [file, ...more] = process.argv.slice(2);
	if (!file || more.length > 0) throw new Error('Usage: npm run restore -- FILE');
	say('Reading the backup through');
	const archive = await openArchive(resolve(file));
	const config = readConfig();
	const { dataDir } = config;
	const store = await openPhotoStore(config);
	const database = await openDatabase(config, say);
	try {
		await putBack(archive, { databaseUrl: database.url, store, dataDir }, say);
		say('Restored. Everybody signs in once more. Erase again who has erased their account since:');
		say('npm run erase:again < LOG, then npm start.');
	} finally {
		archive.close();
		await database.letGo();
		store.close();
	}
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);

import { resolve } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import { openArchive } from '#tools/backup/archive.ts';
import { restoreBackup } from '#tools/backup/restore-archive.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';

/**
 * Restores a backup into an empty DATA_DIR, or DATABASE_URL and PHOTO_STORE. A damaged file is rejected before
 * anything is changed.
 */
async function main(): Promise<void> {
	const [file, ...rest] = process.argv.slice(2);
	if (!file || rest.length > 0) throw new Error('Usage: npm run restore -- FILE');
	printLine('Reading the backup through');
	const archive = await openArchive(resolve(file));
	const config = readConfig();
	const { dataDir } = config;
	const store = await openPhotoStore(config);
	const database = await openDatabase(config, printLine);
	try {
		await restoreBackup(archive, { databaseUrl: database.url, store, dataDir }, printLine);
		printLine(
			'Restored. Everybody signs in once more. Erase again who has erased their account since:',
		);
		printLine('npm run erase:again < LOG, then npm start.');
	} finally {
		archive.close();
		await database.close();
		store.close();
	}
}

await main().catch((error: unknown) =>
	exitWithError(error instanceof Error ? error.message : String(error)),
);

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { recordBackup } from '#server/observability/metrics/last-backup.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import { createBackup } from '#tools/backup/create-archive.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';

/** Writes the data of DATA_DIR, or of DATABASE_URL and PHOTO_STORE, into one file while the app serves. */
async function main(): Promise<void> {
	const [file, ...rest] = process.argv.slice(2);
	if (!file || rest.length > 0) throw new Error('Usage: npm run backup -- FILE');
	const path = resolve(file);
	if (existsSync(path)) throw new Error(`${path} is there already, and stays as it is.`);
	const config = readConfig();
	const { dataDir } = config;
	const store = await openPhotoStore(config);
	const database = await openDatabase(config, printLine);
	try {
		const stores = { databaseUrl: database.url, store, dataDir };
		const { missingPhotos } = await createBackup(path, stores, printLine);
		if (missingPhotos > 0)
			printLine(`Photo files that are named but missing here: ${missingPhotos}`);
		const { size } = await stat(path);
		await recordBackup(dataDir);
		printLine(
			`Saved to ${path}, ${(size / 1_000_000).toFixed(1)} MB. It holds secrets: keep it safe.`,
		);
	} finally {
		await database.close();
		store.close();
	}
}

await main().catch((error: unknown) =>
	exitWithError(error instanceof Error ? error.message : String(error)),
);

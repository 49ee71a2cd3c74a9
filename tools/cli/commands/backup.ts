import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { recordBackup } from '#server/observability/last-backup.ts';
import { createBackup } from '#tools/backup/create-archive.ts';
import { readArguments } from '#tools/cli/arguments.ts';
import { withDataStores } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

/** Writes the data of DATA_DIR, or of DATABASE_URL and PHOTO_STORE, into one file while the app serves. */
export async function run(args: readonly string[]): Promise<void> {
	const [file = ''] = readArguments(args, {}, [1, 1]).positionals;
	const path = resolve(file);
	if (existsSync(path)) throw new Error(`${path} is there already, and stays as it is.`);
	const config = readConfig();
	await withDataStores(config, async (stores) => {
		const { missingPhotos, hasSecrets } = await createBackup(path, stores, printLine);
		if (missingPhotos > 0)
			printLine(`Photo files that are named but missing here: ${missingPhotos}`);
		const { size } = await stat(path);
		// With DATABASE_URL and a photo store elsewhere, the data folder may not exist yet.
		await mkdir(stores.dataDir, { recursive: true });
		await recordBackup(stores.dataDir);
		const content = hasSecrets ? 'personal data and secrets' : 'personal data';
		printLine(
			`Saved to ${path}, ${(size / 1_000_000).toFixed(1)} MB. It holds ${content}: keep it safe.`,
		);
		if (config.secrets) {
			printLine(
				'JWT_SECRET is not in this file: keep it separately. Two-step sign-in needs it after a restore.',
			);
		}
	});
}

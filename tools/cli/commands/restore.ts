import { resolve } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { openArchive } from '#tools/backup/archive.ts';
import { restoreBackup } from '#tools/backup/restore-archive.ts';
import { readArguments } from '#tools/cli/arguments.ts';
import { withDataStores } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

/**
 * Restores a backup into an empty DATA_DIR, or DATABASE_URL and PHOTO_STORE. A damaged file is rejected before
 * anything is changed.
 */
export async function run(args: readonly string[]): Promise<void> {
	const [file = ''] = readArguments(args, {}, [1, 1]).positionals;
	printLine('Reading the backup through');
	const archive = await openArchive(resolve(file));
	try {
		await withDataStores(readConfig(), (stores) => restoreBackup(archive, stores, printLine));
	} finally {
		archive.close();
	}
	printLine(
		'Restored. Everybody signs in once more. Erase again who has erased their account since:',
	);
	printLine('npm run erase:again < LOG, then npm start.');
}

import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = 'last-backup';

/** Records in the data folder that a backup was just taken. */
export async function recordBackup(dataDir: string): Promise<void> {
	await writeFile(join(dataDir, FILE_NAME), `${new Date().toISOString()}\n`);
}

/** Time of the last backup in seconds since 1970; 0 if there is none. */
export function lastBackupSeconds(dataDir: string): Promise<number> {
	return stat(join(dataDir, FILE_NAME)).then(
		({ mtimeMs }) => mtimeMs / 1000,
		() => 0,
	);
}

import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = 'last-backup';

/** Notes in the data folder that a backup has just been taken. */
export async function recordBackup(dataDir: string): Promise<void> {
	await writeFile(join(dataDir, FILE_NAME), `${new Date().toISOString()}\n`);
}

/** When the last one was taken, in seconds since 1970; 0 where there was none. */
export function lastBackupSeconds(dataDir: string): Promise<number> {
	return stat(join(dataDir, FILE_NAME)).then(
		({ mtimeMs }) => mtimeMs / 1000,
		() => 0,
	);
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = 'last-backup';

/** Records in the data folder that a backup was just taken. */
export async function recordBackup(dataDir: string): Promise<void> {
	await writeFile(join(dataDir, FILE_NAME), `${new Date().toISOString()}\n`);
}

/**
 * Time of the last backup in seconds since 1970; 0 if there is none. Read from the file's text, because a copy of the
 * data folder may have new file times.
 */
export async function lastBackupSeconds(dataDir: string): Promise<number> {
	const recorded = await readFile(join(dataDir, FILE_NAME), 'utf8').catch(() => '');
	return Date.parse(recorded.trim()) / 1000 || 0;
}

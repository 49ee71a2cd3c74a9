import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { lastBackupSeconds, recordBackup } from './last-backup.ts';

const BACKUP_TIME = new Date('2026-03-01T02:30:00.000Z');

test('the time of the last backup is the recorded one, even if the file was copied later', async () => {
	vi.useFakeTimers({ toFake: ['Date'], now: BACKUP_TIME });
	const dataDir = await createTempFolder();

	await recordBackup(dataDir);
	const copiedAt = new Date('2026-03-09T00:00:00.000Z');
	await utimes(join(dataDir, 'last-backup'), copiedAt, copiedAt);

	expect(await lastBackupSeconds(dataDir)).toBe(BACKUP_TIME.getTime() / 1000);
});

test('the time of the last backup is 0 if none was recorded or the record is damaged', async () => {
	const dataDir = await createTempFolder();
	expect(await lastBackupSeconds(dataDir)).toBe(0);

	await writeFile(join(dataDir, 'last-backup'), 'yesterday?');

	expect(await lastBackupSeconds(dataDir)).toBe(0);
});

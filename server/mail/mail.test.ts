import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteOldMailFiles } from './mail.ts';

const HOUR_MS = 60 * 60 * 1000;

test('mail files are deleted after two days, and other files stay', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-mail-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const put = async (name: string, ageHours: number) => {
		await writeFile(join(folder, name), 'a mail');
		const then = new Date(Date.now() - ageHours * HOUR_MS);
		await utimes(join(folder, name), then, then);
	};
	await Promise.all([
		put('old.eml', 49),
		put('old.html', 49),
		put('new.eml', 47),
		put('new.html', 47),
		put('notes.txt', 49),
	]);

	await deleteOldMailFiles(folder);

	expect((await readdir(folder)).sort()).toEqual(['new.eml', 'new.html', 'notes.txt']);
});

test('deleting old mail files without a mail folder does nothing', async () => {
	await expect(deleteOldMailFiles(join(tmpdir(), 'market-without-mail'))).resolves.toBeUndefined();
});

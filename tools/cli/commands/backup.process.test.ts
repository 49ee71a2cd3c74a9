import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { startScript } from '#tests/support/process.ts';
import { SECRET } from '#tests/support/secret.ts';

const t = await openApp();

async function runBackup(name: string, environment: Record<string, string> = {}) {
	const command = startScript('tools/cli/main.ts', ['backup', join(t.dataDir, name)], {
		DATABASE_URL: t.url,
		DATA_DIR: t.dataDir,
		...environment,
	});
	return { code: await command.ended, output: command.output() };
}

test('a backup says that JWT_SECRET is not in the file, if JWT_SECRET is set', async () => {
	const configured = await runBackup('configured.zip', { JWT_SECRET: SECRET });

	expect(configured.code).toBe(0);
	expect(configured.output).toContain('JWT_SECRET is not in this file: keep it separately.');
	expect(configured.output).toContain('It holds personal data: keep it safe.');
	expect(configured.output).not.toContain(SECRET);
});

test('a backup says that it holds secrets when DATA_DIR has a file with secrets, whether or not JWT_SECRET is set', async () => {
	const path = join(t.dataDir, 'jwt-secret');
	await writeFile(path, 'a secret of an earlier time');
	onTestFinished(() => rm(path));

	const [configured, stored] = [
		await runBackup('both.zip', { JWT_SECRET: SECRET }),
		await runBackup('stored.zip'),
	];

	expect([configured.code, stored.code]).toEqual([0, 0]);
	expect(configured.output).toContain('It holds personal data and secrets: keep it safe.');
	expect(configured.output).toContain('JWT_SECRET is not in this file: keep it separately.');
	expect(stored.output).toContain('It holds personal data and secrets: keep it safe.');
	expect(stored.output).not.toContain('JWT_SECRET');
});

test('a backup succeeds where DATA_DIR does not exist, and records its time there', async () => {
	const dataDir = join(t.dataDir, 'missing');

	const { code } = await runBackup('elsewhere.zip', { DATA_DIR: dataDir });

	expect(code).toBe(0);
	expect(await readdir(dataDir)).toEqual(['last-backup']);
});

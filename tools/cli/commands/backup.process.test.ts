import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { runCommand } from '#tests/support/cli-command.ts';
import { startScript } from '#tests/support/process.ts';
import { SECRET } from '#tests/support/secret.ts';
import { run } from './backup.ts';

const t = await openApp();

const ENVIRONMENT = { DATABASE_URL: t.url, DATA_DIR: t.dataDir };

/** Runs the command in this process. @returns what it printed */
async function runHere(name: string, environment: Record<string, string> = {}): Promise<string> {
	const args = [join(t.dataDir, name)];
	const { output, error } = await runCommand(run, args, { ...ENVIRONMENT, ...environment });
	expect(error).toBeUndefined();
	return output.join('\n');
}

test('a backup says that a set JWT_SECRET is not in the file, and that it holds the secrets of DATA_DIR if there are any', async () => {
	const alone = await runHere('configured.zip', { JWT_SECRET: SECRET });
	expect(alone).toContain('JWT_SECRET is not in this file: keep it separately.');
	expect(alone).toContain('It holds personal data: keep it safe.');
	expect(alone).not.toContain(SECRET);
	const path = join(t.dataDir, 'jwt-secret');
	await writeFile(path, 'a secret of an earlier time');
	onTestFinished(() => rm(path));

	const [configured, stored] = [
		await runHere('both.zip', { JWT_SECRET: SECRET }),
		await runHere('stored.zip'),
	];

	for (const output of [configured, stored])
		expect(output).toContain('It holds personal data and secrets: keep it safe.');
	expect(configured).toContain('JWT_SECRET is not in this file: keep it separately.');
	expect(stored).not.toContain('JWT_SECRET');
});

test('a backup succeeds where DATA_DIR does not exist, and records its time there', async () => {
	const dataDir = join(t.dataDir, 'missing');

	const command = startScript('tools/cli/main.ts', ['backup', join(t.dataDir, 'elsewhere.zip')], {
		...ENVIRONMENT,
		DATA_DIR: dataDir,
	});

	expect(await command.ended, command.errors()).toBe(0);
	expect(await readdir(dataDir)).toEqual(['last-backup']);
});

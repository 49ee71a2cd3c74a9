import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { loadSecret } from './secrets.ts';

const base = await createTempFolder();
let count = 0;
const freshFolder = () => join(base, String(count++), 'data');

test('a secret of 32 bytes that only the owner can read is generated once and read again', async () => {
	const folder = freshFolder();

	const generated = await loadSecret(folder, 'jwt-secret');

	expect(Buffer.from(generated, 'base64url')).toHaveLength(32);
	expect(await loadSecret(folder, 'jwt-secret')).toBe(generated);
	expect(await readFile(join(folder, 'jwt-secret'), 'utf8')).toBe(generated);
	const { mode } = await stat(join(folder, 'jwt-secret'));
	expect(mode & 0o777).toBe(0o600);
});

test('processes that start at the same time get the same secret', async () => {
	const folder = freshFolder();

	const secrets = await Promise.all(
		Array.from({ length: 20 }, () => loadSecret(folder, 'jwt-secret')),
	);

	expect(new Set(secrets).size).toBe(1);
	expect(await readdir(folder)).toEqual(['jwt-secret']);
});

test('each name and each installation has its own secret', async () => {
	const folder = freshFolder();

	const secrets = await Promise.all([
		loadSecret(folder, 'jwt-secret'),
		loadSecret(folder, 'other'),
		loadSecret(freshFolder(), 'jwt-secret'),
	]);

	expect(new Set(secrets).size).toBe(3);
});

test('loading a secret fails if the folder for secrets cannot be created', async () => {
	const folder = freshFolder();
	await loadSecret(folder, 'jwt-secret');

	await expect(loadSecret(join(folder, 'jwt-secret'), 'below')).rejects.toThrow('EEXIST');
});

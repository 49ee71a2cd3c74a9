import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from '#tests/support/photo-files.ts';
import { loadSecret } from './secrets.ts';

const base = await openFolder();
let count = 0;
const freshFolder = () => join(base, String(count++), 'data');

test('is made once, long enough, and found again', async () => {
	const folder = freshFolder();

	const made = await loadSecret(folder, 'jwt-secret');

	expect(Buffer.from(made, 'base64url')).toHaveLength(32);
	expect(await loadSecret(folder, 'jwt-secret')).toBe(made);
	expect(await readFile(join(folder, 'jwt-secret'), 'utf8')).toBe(made);
});

test('can be read by its owner only, and leaves no drafts', async () => {
	const folder = freshFolder();

	await loadSecret(folder, 'jwt-secret');

	const { mode } = await stat(join(folder, 'jwt-secret'));
	expect(mode & 0o777).toBe(0o600);
	expect(await readdir(folder)).toEqual(['jwt-secret']);
});

test('processes that start together end with the same one', async () => {
	const folder = freshFolder();

	const secrets = await Promise.all(
		Array.from({ length: 20 }, () => loadSecret(folder, 'jwt-secret')),
	);

	expect(new Set(secrets).size).toBe(1);
	expect(await readdir(folder)).toEqual(['jwt-secret']);
});

test('is another for each name and each installation', async () => {
	const folder = freshFolder();

	const secrets = await Promise.all([
		loadSecret(folder, 'jwt-secret'),
		loadSecret(folder, 'other'),
		loadSecret(freshFolder(), 'jwt-secret'),
	]);

	expect(new Set(secrets).size).toBe(3);
});

test('a folder that can not be made is told, not passed over', async () => {
	const folder = freshFolder();
	await loadSecret(folder, 'jwt-secret');

	await expect(loadSecret(join(folder, 'jwt-secret'), 'below')).rejects.toThrow('EEXIST');
});

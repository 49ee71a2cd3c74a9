import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first secret signs; signatures of the others are still valid. */
export type Secrets = readonly [newest: string, ...older: string[]];

/**
 * Returns the text of a secret file in `folder`. If there is none, it creates one with a secret of 32 random bytes and mode
 * 600. Processes that start at the same time get the same secret.
 */
export async function loadSecret(folder: string, name: string): Promise<string> {
	const path = join(folder, name);
	const existing = await readFile(path, 'utf8').catch(() => undefined);
	if (existing) return existing;
	await mkdir(folder, { recursive: true });
	const temporaryFile = await writeTemporaryFile(path, generateSecret());
	// link() fails if the name exists, so the file is always complete and never replaced.
	await link(temporaryFile, path).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	await rm(temporaryFile);
	return readFile(path, 'utf8');
}

/** Loads the secret and the previous ones: one per line, newest first. */
export async function loadSecrets(folder: string, name: string): Promise<Secrets> {
	const [newest = '', ...older] = (await loadSecret(folder, name)).trim().split('\n');
	return [newest, ...older];
}

/**
 * Adds a new secret before the existing ones. Running processes keep those they have loaded.
 * @param options `dropOlder` removes the previous secrets: their signatures become invalid
 */
export async function rotateSecret(
	folder: string,
	name: string,
	{ dropOlder }: { dropOlder: boolean },
): Promise<Secrets> {
	const existing = await loadSecrets(folder, name);
	const secrets: Secrets = [generateSecret(), ...(dropOlder ? [] : existing)];
	const path = join(folder, name);
	await rename(await writeTemporaryFile(path, secrets.join('\n')), path);
	return secrets;
}

function generateSecret(): string {
	return randomBytes(32).toString('base64url');
}

async function writeTemporaryFile(path: string, text: string): Promise<string> {
	const temporaryFile = `${path}.${randomBytes(6).toString('hex')}`;
	await writeFile(temporaryFile, text, { mode: 0o600, flush: true });
	return temporaryFile;
}

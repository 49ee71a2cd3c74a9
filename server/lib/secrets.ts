import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first one signs; what the others have signed is still ours. */
export type Secrets = readonly [newest: string, ...older: string[]];

/**
 * A secret of 32 random bytes that is made once per installation and kept in `folder` with mode 600. Two processes that
 * start together end with the same one.
 */
export async function loadSecret(folder: string, name: string): Promise<string> {
	const path = join(folder, name);
	const existing = await readFile(path, 'utf8').catch(() => undefined);
	if (existing) return existing;
	await mkdir(folder, { recursive: true });
	const temporaryFile = await writeTemporaryFile(path, generateSecret());
	// A link fails where the name is taken, so a secret is whole from its first moment and never replaced.
	await link(temporaryFile, path).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	await rm(temporaryFile);
	return readFile(path, 'utf8');
}

/** The same with those that it has taken the place of, a line each, the newest first. */
export async function loadSecrets(folder: string, name: string): Promise<Secrets> {
	const [newest = '', ...older] = (await loadSecret(folder, name)).trim().split('\n');
	return [newest, ...older];
}

/**
 * Puts a new secret before those that are kept. Who has read them before goes on with those.
 * @param forgets drops the older ones: what they have signed is good no longer
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

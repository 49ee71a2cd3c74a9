import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first one signs; what the others have signed is still ours. */
export type Secrets = readonly [newest: string, ...older: string[]];

/**
 * A secret of 32 random bytes that is made once per installation and kept in `folder` with mode 600. Two processes that
 * start together end with the same one.
 */
export async function keptSecret(folder: string, name: string): Promise<string> {
	const path = join(folder, name);
	const known = await readFile(path, 'utf8').catch(() => undefined);
	if (known) return known;
	await mkdir(folder, { recursive: true });
	const draft = await writeDraft(path, makeSecret());
	// A link fails where the name is taken, so a secret is whole from its first moment and never replaced.
	await link(draft, path).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	await rm(draft);
	return readFile(path, 'utf8');
}

/** The same with those that it has taken the place of, a line each, the newest first. */
export async function keptSecrets(folder: string, name: string): Promise<Secrets> {
	const [newest = '', ...older] = (await keptSecret(folder, name)).trim().split('\n');
	return [newest, ...older];
}

/**
 * Puts a new secret before those that are kept. Who has read them before goes on with those.
 * @param forgets drops the older ones: what they have signed is good no longer
 */
export async function rotateSecret(
	folder: string,
	name: string,
	{ forgets }: { forgets: boolean },
): Promise<Secrets> {
	const known = await keptSecrets(folder, name);
	const secrets: Secrets = [makeSecret(), ...(forgets ? [] : known)];
	const path = join(folder, name);
	await rename(await writeDraft(path, secrets.join('\n')), path);
	return secrets;
}

function makeSecret(): string {
	return randomBytes(32).toString('base64url');
}

async function writeDraft(path: string, text: string): Promise<string> {
	const draft = `${path}.${randomBytes(6).toString('hex')}`;
	await writeFile(draft, text, { mode: 0o600, flush: true });
	return draft;
}

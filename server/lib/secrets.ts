import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A secret of 32 random bytes that is made once per installation and kept in `folder` with mode 600. Two processes that
 * start together end with the same one.
 */
export async function keptSecret(folder: string, name: string): Promise<string> {
	const path = join(folder, name);
	const known = await readFile(path, 'utf8').catch(() => undefined);
	if (known) return known;
	await mkdir(folder, { recursive: true });
	const draft = `${path}.${randomBytes(6).toString('hex')}`;
	await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
	// A link fails where the name is taken, so a secret is whole from its first moment and never replaced.
	await link(draft, path).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	await rm(draft);
	return readFile(path, 'utf8');
}

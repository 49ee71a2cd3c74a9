import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first secret signs; signatures of the others are still valid. */
export type Secrets = readonly [newest: string, ...older: string[]];

/**
 * Returns the text of a secret file in `folder`. If the file does not exist, creates it with mode 600 and a secret of
 * 32 random bytes. Processes that start at the same time get the same secret.
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

/** Loads the secret and its predecessors from a secret file: one per line, newest first. */
export async function loadSecrets(folder: string, name: string): Promise<Secrets> {
	const [newest = '', ...older] = (await loadSecret(folder, name)).trim().split('\n');
	return [newest, ...older];
}

/**
 * Adds a new secret before the existing ones in a secret file. Running processes keep the secrets they have loaded.
 * @returns the number of older secrets, whose signatures stay valid
 */
export async function rotateSecret(folder: string, name: string): Promise<number> {
	const existing = await loadSecrets(folder, name);
	await replaceSecrets(folder, name, [generateSecret(), ...existing]);
	return existing.length;
}

/**
 * Removes these secrets from a secret file, but never the newest one. Their signatures become invalid, and data that is
 * still encrypted with them is lost. Secrets added since the caller read the file stay.
 */
export async function removeSecrets(
	folder: string,
	name: string,
	removed: readonly string[],
): Promise<void> {
	const [newest, ...older] = await loadSecrets(folder, name);
	const remaining = older.filter((secret) => !removed.includes(secret));
	await replaceSecrets(folder, name, [newest, ...remaining]);
}

async function replaceSecrets(folder: string, name: string, secrets: Secrets): Promise<void> {
	const path = join(folder, name);
	await rename(await writeTemporaryFile(path, secrets.join('\n')), path);
}

function generateSecret(): string {
	return randomBytes(32).toString('base64url');
}

async function writeTemporaryFile(path: string, text: string): Promise<string> {
	const temporaryFile = `${path}.${randomBytes(6).toString('hex')}`;
	await writeFile(temporaryFile, text, { mode: 0o600, flush: true });
	return temporaryFile;
}

/**
 * HMAC-SHA-256 signature of `text` in base64url. Start each kind of text with its own prefix, so that no signature is
 * valid for another kind.
 */
export function sign(text: string, [newest]: Secrets): string {
	return signatureOf(text, newest).toString('base64url');
}

/** Whether this is the signature of the text by one of the secrets. */
export function isSigned(text: string, signature: string, secrets: Secrets): boolean {
	const received = Buffer.from(signature, 'base64url');
	return secrets.some((secret) => {
		const expected = signatureOf(text, secret);
		return received.length === expected.length && timingSafeEqual(received, expected);
	});
}

function signatureOf(text: string, secret: string): Buffer {
	return createHmac('sha256', secret).update(text).digest();
}

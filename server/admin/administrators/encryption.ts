import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from '#server/lib/secrets.ts';

/** Keeps texts in the database that only this market can read. */
export interface Seal {
	/** @param owner what the text belongs to: it opens for nothing else */
	close: (text: string, owner: string) => string;
	/** @throws Error for what was sealed with another secret, for another owner, or tampered with */
	open: (sealed: string, owner: string) => string;
	/**
	 * The same sealed by the newest secret; undefined where it is that already.
	 * @throws Error like `open`
	 */
	renew: (sealed: string, owner: string) => string | undefined;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Of what authenticator apps and we know. */
export function createTwoStepSeal(secrets: Secrets): Seal {
	return createSeal(secrets, 'secrets of authenticator apps');
}

/** AES-256-GCM with a key of its own, made of the market's newest secret (HKDF, RFC 5869); older ones still open. */
export function createSeal(secrets: Secrets, purpose: string): Seal {
	const keys = secrets.map((secret) =>
		Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)),
	);
	const [newest = Buffer.alloc(0)] = keys;
	const seal: Seal = {
		close(text, owner) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(CIPHER, newest, nonce).setAAD(Buffer.from(owner));
			const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
		},
		open(sealed, owner) {
			for (const key of keys) {
				const text = opened(sealed, owner, key);
				if (text !== undefined) return text;
			}
			throw new Error('It was not sealed here, or not for this owner.');
		},
		renew(sealed, owner) {
			if (opened(sealed, owner, newest) !== undefined) return undefined;
			return seal.close(seal.open(sealed, owner), owner);
		},
	};
	return seal;
}

/** Undefined where the key does not fit. */
function opened(sealed: string, owner: string, key: Buffer): string | undefined {
	const bytes = Buffer.from(sealed, 'base64url');
	const nonce = bytes.subarray(0, NONCE_BYTES);
	const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
	const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES);
	try {
		const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
			.setAAD(Buffer.from(owner))
			.setAuthTag(tag);
		return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8');
	} catch {
		return undefined;
	}
}

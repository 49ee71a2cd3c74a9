import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Db } from '#server/db/client.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { listTwoStepSecrets, replaceTwoStepSecret } from './queries.ts';

/** Encrypts texts that are stored in the database and readable with a signing secret (`JWT_SECRET`) only. */
export interface SecretEncryption {
	/** @param owner what the text belongs to; it decrypts for this owner only */
	encrypt: (plaintext: string, owner: string) => string;
	/** @throws Error when it was encrypted with another signing secret or for another owner, or was tampered with */
	decrypt: (encrypted: string, owner: string) => string;
	/**
	 * The text encrypted anew with the newest signing secret; undefined when it is encrypted with that secret already.
	 * @throws Error like `decrypt`
	 */
	reencrypt: (encrypted: string, owner: string) => string | undefined;
}

/** Names the owner of an encrypted secret, which decrypts for this owner only. */
export const secretOwnerOf = (adminId: number) => `admin ${adminId}`;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encryption of the secrets that are shared with authenticator apps. */
export function createTwoStepEncryption(secrets: Secrets): SecretEncryption {
	return createSecretEncryption(secrets, 'secrets of authenticator apps');
}

/**
 * AES-256-GCM with a key derived from the newest signing secret by HKDF (RFC 5869). Texts encrypted with older signing
 * secrets still decrypt.
 */
export function createSecretEncryption(secrets: Secrets, purpose: string): SecretEncryption {
	const keys = secrets.map((secret) =>
		Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)),
	);
	const [newestKey = Buffer.alloc(0)] = keys;
	const encryption: SecretEncryption = {
		encrypt(plaintext, owner) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(CIPHER, newestKey, nonce).setAAD(Buffer.from(owner));
			const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
		},
		decrypt(encrypted, owner) {
			for (const key of keys) {
				const plaintext = decryptWith(encrypted, owner, key);
				if (plaintext !== undefined) return plaintext;
			}
			throw new Error('It was not sealed here, or not for this owner.');
		},
		reencrypt(encrypted, owner) {
			if (decryptWith(encrypted, owner, newestKey) !== undefined) return undefined;
			return encryption.encrypt(encryption.decrypt(encrypted, owner), owner);
		},
	};
	return encryption;
}

/** Undefined when the text was encrypted with another key or for another owner, or was tampered with. */
function decryptWith(encrypted: string, owner: string, key: Buffer): string | undefined {
	const bytes = Buffer.from(encrypted, 'base64url');
	const nonce = bytes.subarray(0, NONCE_BYTES);
	const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
	const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES);
	try {
		const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
			.setAAD(Buffer.from(owner))
			.setAuthTag(tag);
		return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
	} catch {
		return undefined;
	}
}

/** Encrypts every stored two-step secret with the newest signing secret, so that an older one can be retired. */
export async function reencryptTwoStepSecrets(db: Db, encryption: SecretEncryption): Promise<void> {
	for (const { id, encryptedSecret } of await listTwoStepSecrets(db)) {
		const reencryptedSecret = tryReencrypt(encryption, encryptedSecret, id);
		if (reencryptedSecret !== undefined)
			await replaceTwoStepSecret(db, id, encryptedSecret, reencryptedSecret);
	}
}

/** The number of stored two-step secrets that would be lost without the older signing secrets. */
export async function countOlderTwoStepSecrets(
	db: Db,
	encryption: SecretEncryption,
): Promise<number> {
	const secrets = await listTwoStepSecrets(db);
	return secrets.filter(
		({ id, encryptedSecret }) => tryReencrypt(encryption, encryptedSecret, id) !== undefined,
	).length;
}

/** A secret that cannot be decrypted stays as it is: its owner cannot sign in here, and each attempt logs how to repair it. */
function tryReencrypt(
	encryption: SecretEncryption,
	encryptedSecret: string,
	adminId: number,
): string | undefined {
	try {
		return encryption.reencrypt(encryptedSecret, secretOwnerOf(adminId));
	} catch {
		return undefined;
	}
}

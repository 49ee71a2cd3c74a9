import { expect, test } from 'vitest';
import { createSecretEncryption } from './encryption.ts';

const PURPOSE = 'secrets of authenticator apps';
const encryption = createSecretEncryption(['a secret of the market'], PURPOSE);

test('an encrypted TOTP secret can be decrypted, and each encryption produces a different ciphertext', () => {
	const [first, second] = [
		encryption.encrypt('JBSWY3DP', 'admin 1'),
		encryption.encrypt('JBSWY3DP', 'admin 1'),
	];

	expect([encryption.decrypt(first, 'admin 1'), encryption.decrypt(second, 'admin 1')]).toEqual([
		'JBSWY3DP',
		'JBSWY3DP',
	]);
	expect(first).not.toBe(second);
	expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('JBSWY3DP');
});

test('an encrypted TOTP secret cannot be decrypted with another key, for another purpose or for another administrator', () => {
	const encrypted = encryption.encrypt('JBSWY3DP', 'admin 1');
	const others = [
		createSecretEncryption(['another'], PURPOSE),
		createSecretEncryption(['a secret of the market'], 'another'),
	];

	for (const other of others) expect(() => other.decrypt(encrypted, 'admin 1')).toThrow();
	expect(() => encryption.decrypt(encrypted, 'admin 2')).toThrow();
});

test('a tampered or empty ciphertext of a TOTP secret cannot be decrypted', () => {
	const bytes = Buffer.from(encryption.encrypt('JBSWY3DP', 'admin 1'), 'base64url');

	const attempts = [0, 13, bytes.length - 1].map((byteIndex) => {
		const tampered = Buffer.from(bytes);
		tampered.writeUInt8(tampered.readUInt8(byteIndex) ^ 1, byteIndex);
		return () => encryption.decrypt(tampered.toString('base64url'), 'admin 1');
	});

	for (const decrypt of attempts) expect(decrypt).toThrow();
	expect(() => encryption.decrypt('', 'admin 1')).toThrow();
});

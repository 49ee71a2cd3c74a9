import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './secrets.ts';

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

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** Proof that we said `text`, in base64url. Begin each kind of text with words of its own: none may pass for another. */
export function sign(text: string, [newest]: Secrets): string {
	return signatureOf(text, newest).toString('base64url');
}

/** Whether a signature is of this text, by any of our secrets. */
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

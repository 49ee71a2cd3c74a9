import { Secret, TOTP } from 'otpauth';

/** As every authenticator app understands it (RFC 6238). */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Clocks of phones are a little wrong: the step before and the one after count as well. */
const WINDOW_STEPS = 1;

/** In base32, for typing. */
export function generateTotpSecret(): string {
	return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app takes from the picture. */
export function totpUri(secret: string, { issuer, label }: Record<'issuer' | 'label', string>) {
	return new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret), issuer, label }).toString();
}

/** @returns the number of the time step whose code this is; undefined when it is of none that counts now */
export function timeStepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
	const totp = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) });
	const delta = totp.validate({ token: code, timestamp: now, window: WINDOW_STEPS });
	return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

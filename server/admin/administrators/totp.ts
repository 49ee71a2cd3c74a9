import { Secret, TOTP } from 'otpauth';

/** As every authenticator app understands it (RFC 6238). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Clocks of phones are a little wrong: the step before and the one after count as well. */
const STEPS_AROUND = 1;

/** In base32, for typing. */
export function makeOneTimeSecret(): string {
	return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app takes from the picture. */
export function oneTimeUri(secret: string, { issuer, label }: Record<'issuer' | 'label', string>) {
	return new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret), issuer, label }).toString();
}

/** @returns the number of the time step whose code this is; undefined when it is of none that counts now */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
	const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
	const away = totp.validate({ token: code, timestamp: now, window: STEPS_AROUND });
	return away === null ? undefined : totp.counter({ timestamp: now }) + away;
}

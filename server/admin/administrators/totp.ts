import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app supports (RFC 6238). */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Phone clocks are slightly wrong: the step before and the one after are accepted too. */
const WINDOW_STEPS = 1;

/** A new secret, in base32 so that it can be typed into the app. */
export function generateTotpSecret(): string {
	return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, { issuer, label }: Record<'issuer' | 'label', string>) {
	return new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret), issuer, label }).toString();
}

/** @returns the time step of this code; undefined when it belongs to no step that is accepted now */
export function timeStepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
	const totp = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) });
	const delta = totp.validate({ token: code, timestamp: now, window: WINDOW_STEPS });
	return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

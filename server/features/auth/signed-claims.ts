import { createSecretKey, type KeyObject } from 'node:crypto';
import { type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '#server/lib/secrets.ts';

const ALGORITHM = 'HS256';
const keys = new Map<string, KeyObject>();

/** Made once for each secret: every call of somebody who is signed in needs it. */
function keyOf(secret: string): KeyObject {
	const key = keys.get(secret) ?? createSecretKey(secret, 'utf8');
	keys.set(secret, key);
	return key;
}

interface Validity {
	/** As `30d` or `600s`. */
	expiresIn: string;
	/** Keeps one kind of token from passing for another. */
	audience?: string;
}

/** A JSON Web Token by our newest secret. */
export function signClaims(
	claims: JWTPayload,
	{ expiresIn, audience }: Validity,
	[newest]: Secrets,
): Promise<string> {
	const token = new SignJWT(claims)
		.setProtectedHeader({ alg: ALGORITHM })
		.setIssuedAt()
		.setExpirationTime(expiresIn);
	if (audience !== undefined) token.setAudience(audience);
	return token.sign(keyOf(newest));
}

/** @throws Error for anything that none of our secrets has signed, or that has expired */
export async function readClaims(
	token: string,
	secrets: Secrets,
	options: Pick<JWTVerifyOptions, 'audience'> = {},
): Promise<JWTPayload> {
	let fault: unknown;
	for (const secret of secrets) {
		try {
			const read = await jwtVerify(token, keyOf(secret), { ...options, algorithms: [ALGORITHM] });
			return read.payload;
		} catch (error) {
			fault = error;
		}
	}
	throw fault;
}

import { type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '#server/lib/secrets.ts';

const ALGORITHM = 'HS256';
const keyOf = (secret: string) => new TextEncoder().encode(secret);

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

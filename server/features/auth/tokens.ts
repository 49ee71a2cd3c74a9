import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';

const THIRTY_DAYS_S = 30 * 24 * 60 * 60;
const ALGORITHM = 'HS256';

/** What an access token says (decisions, "People and sessions"). */
const claims = z.object({ id: z.int(), sid: z.uuid(), ver: z.int() });
export type Claims = z.infer<typeof claims>;

export interface Tokens {
	sign: (claims: Claims) => Promise<string>;
	/** Undefined for anything that we did not sign, or that has expired. */
	read: (token: string) => Promise<Claims | undefined>;
}

/** Access tokens signed by `secret`, good for as long as their session: 30 days. */
export function createTokens(secret: string): Tokens {
	const key = new TextEncoder().encode(secret);
	return {
		sign: (said) =>
			new SignJWT(said)
				.setProtectedHeader({ alg: ALGORITHM })
				.setIssuedAt()
				.setExpirationTime(`${THIRTY_DAYS_S}s`)
				.sign(key),
		async read(token) {
			try {
				const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM] });
				return z.parse(claims, payload);
			} catch {
				return undefined;
			}
		},
	};
}

/** When a session that is opened now ends. */
export function sessionEnd(now: Date): Date {
	return new Date(now.getTime() + THIRTY_DAYS_S * 1000);
}

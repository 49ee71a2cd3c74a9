import * as z from 'zod/mini';
import type { Secrets } from '#server/lib/secrets.ts';
import { readClaims, signClaims } from './signed-claims.ts';

const THIRTY_DAYS_S = 30 * 24 * 60 * 60;

/** What an access token says (decisions, "People and sessions"). */
const claims = z.object({ id: z.int(), sid: z.uuid(), ver: z.int() });
export type Claims = z.infer<typeof claims>;

export interface Tokens {
	sign: (claims: Claims) => Promise<string>;
	/** Undefined for anything that we did not sign, or that has expired. */
	read: (token: string) => Promise<Claims | undefined>;
}

/** Access tokens, good for as long as their session: 30 days. */
export function createTokens(secrets: Secrets): Tokens {
	return {
		sign: (said) => signClaims(said, { expiresIn: `${THIRTY_DAYS_S}s` }, secrets),
		async read(token) {
			try {
				return z.parse(claims, await readClaims(token, secrets));
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

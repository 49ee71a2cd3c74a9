import * as z from 'zod/mini';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { createClaimSigner } from '../signed-claims.ts';

const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60;

/** The claims of an access token. */
const claims = z.object({ id: z.int(), sid: z.uuid(), ver: z.int() });
export type Claims = z.infer<typeof claims>;

export interface Tokens {
	sign: (claims: Claims) => string;
	/** Returns undefined for a token that we did not sign or that has expired. */
	verify: (token: string) => Claims | undefined;
}

/** Access tokens, valid as long as their session. */
export function createTokens(secrets: Secrets): Tokens {
	const { sign, verify } = createClaimSigner(secrets, { validForSeconds: SESSION_SECONDS });
	return {
		sign,
		verify(token) {
			try {
				return z.parse(claims, verify(token));
			} catch {
				return undefined;
			}
		},
	};
}

/** When a session opened now expires. */
export function sessionExpiry(now: Date): Date {
	return new Date(now.getTime() + SESSION_SECONDS * 1000);
}

import * as z from 'zod/mini';
import type { Secrets } from '#server/lib/secrets.ts';
import { openClaims } from '../signed-claims.ts';

const THIRTY_DAYS_S = 30 * 24 * 60 * 60;

/** What an access token says (decisions, "People and sessions"). */
const claims = z.object({ id: z.int(), sid: z.uuid(), ver: z.int() });
export type Claims = z.infer<typeof claims>;

export interface Tokens {
	sign: (claims: Claims) => string;
	/** Undefined for anything that we did not sign, or that has expired. */
	read: (token: string) => Claims | undefined;
}

/** Access tokens, good for as long as their session: 30 days. */
export function createTokens(secrets: Secrets): Tokens {
	const { sign, read } = openClaims(secrets, { validForSeconds: THIRTY_DAYS_S });
	return {
		sign,
		read(token) {
			try {
				return z.parse(claims, read(token));
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

import { createSigner, createVerifier } from 'fast-jwt';
import * as z from 'zod/mini';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import type { Secrets } from '#server/lib/secrets.ts';

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

const ALGORITHM = 'HS256';

interface TokenOptions {
	validForSeconds: number;
	/** Keeps tokens for different purposes apart. */
	audience?: string;
}

/** JSON Web Tokens (RFC 7519) for one purpose. */
interface ClaimSigner {
	/** Signs with the newest secret. */
	sign: (claims: object) => string;
	/** @throws Error for a token that has expired, or that none of our secrets signed for this purpose */
	verify: (token: string) => unknown;
}

/**
 * Signs and verifies synchronously: every signed-in request verifies a token, and waiting for a worker thread would
 * take longer.
 */
export function createClaimSigner(
	secrets: Secrets,
	{ validForSeconds, audience }: TokenOptions,
): ClaimSigner {
	const sign = createSigner({
		key: secrets[0],
		algorithm: ALGORITHM,
		expiresIn: validForSeconds * 1000,
		...(audience !== undefined && { aud: audience }),
	});
	const verifiers = secrets.map((key) =>
		createVerifier({
			key,
			algorithms: [ALGORITHM],
			requiredClaims: audience === undefined ? ['exp'] : ['exp', 'aud'],
			...(audience !== undefined && { allowedAud: audience }),
		}),
	);
	return {
		sign,
		verify(token) {
			let lastError: unknown;
			for (const verifier of verifiers) {
				try {
					return verifier(token);
				} catch (error) {
					lastError = error;
				}
			}
			throw lastError;
		},
	};
}

import { createSigner, createVerifier } from 'fast-jwt';
import type { Secrets } from '#server/lib/secrets.ts';

const ALGORITHM = 'HS256';

interface TokenOptions {
	validForSeconds: number;
	/** Keeps tokens for different purposes apart. */
	audience?: string;
}

/** JSON Web Tokens (RFC 7519) for one purpose. */
export interface ClaimSigner {
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

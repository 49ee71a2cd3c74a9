import { createSigner, createVerifier } from 'fast-jwt';
import type { Secrets } from '#server/lib/secrets.ts';

const ALGORITHM = 'HS256';

interface TokenOptions {
	validForSeconds: number;
	/** Keeps one kind of token from passing for another. */
	audience?: string;
}

/** JSON Web Tokens (RFC 7519) for one purpose. */
export interface ClaimSigner {
	/** By our newest secret. */
	sign: (claims: object) => string;
	/** @throws Error for anything that none of our secrets has signed for this purpose, or that has expired */
	verify: (token: string) => unknown;
}

/** Signed and read at once, without a thread of their own to wait for: whoever is signed in has theirs read with every call. */
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

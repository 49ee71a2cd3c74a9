import * as z from 'zod/mini';
import { createClaimSigner } from '#server/features/auth/signed-claims.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { SIGN_IN_SECONDS } from './pending-sign-in.ts';

/** Keeps link tokens and access tokens apart. */
const AUDIENCE = 'link an identity';

const linkTokenClaims = z.object({ person: z.int(), session: z.uuid() });
/** The user and the session that asked to link a provider identity. */
export type LinkTokenClaims = z.infer<typeof linkTokenClaims>;

export interface LinkTokens {
	sign: (claims: LinkTokenClaims) => string;
	/** @throws Error for a token that we did not sign, or signed more than ten minutes ago */
	verify: (token: string) => LinkTokenClaims;
}

/**
 * A link token names the user who asked to link an identity. The token stays in a cookie while the browser is at the
 * provider, so only the browser that asked can return it.
 */
export function createLinkTokens(secrets: Secrets): LinkTokens {
	const { sign, verify } = createClaimSigner(secrets, {
		validForSeconds: SIGN_IN_SECONDS,
		audience: AUDIENCE,
	});
	return { sign, verify: (token) => z.parse(linkTokenClaims, verify(token)) };
}

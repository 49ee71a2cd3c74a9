import * as z from 'zod/mini';
import { createClaimSigner } from '#server/features/auth/signed-claims.ts';
import type { Secrets } from '#server/lib/secrets.ts';

/** Keeps a ticket from passing for an access token, and the reverse. */
const AUDIENCE = 'link an identity';
const TEN_MINUTES_S = 10 * 60;

const linkTokenClaims = z.object({ person: z.int(), session: z.uuid() });
/** Who asked to link an account of a sign-in provider, and from which session. */
export type LinkTokenClaims = z.infer<typeof linkTokenClaims>;

export interface LinkTokens {
	sign: (claims: LinkTokenClaims) => string;
	/** @throws Error for anything that we did not sign, or more than ten minutes ago */
	verify: (token: string) => LinkTokenClaims;
}

/** Tickets travel through the provider in the browser's cookie: only the browser that asked can bring one back. */
export function createLinkTokens(secrets: Secrets): LinkTokens {
	const { sign, verify } = createClaimSigner(secrets, {
		validForSeconds: TEN_MINUTES_S,
		audience: AUDIENCE,
	});
	return { sign, verify: (token) => z.parse(linkTokenClaims, verify(token)) };
}

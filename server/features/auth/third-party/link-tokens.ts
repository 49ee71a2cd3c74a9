import * as z from 'zod/mini';
import { openClaims } from '#server/features/auth/signed-claims.ts';
import type { Secrets } from '#server/lib/secrets.ts';

/** Keeps a ticket from passing for an access token, and the reverse. */
const AUDIENCE = 'link an identity';
const TEN_MINUTES_S = 10 * 60;

const ticketClaims = z.object({ person: z.int(), session: z.uuid() });
/** Who asked to link an account of a sign-in provider, and from which session. */
export type LinkTicket = z.infer<typeof ticketClaims>;

export interface LinkTickets {
	sign: (ticket: LinkTicket) => string;
	/** @throws Error for anything that we did not sign, or more than ten minutes ago */
	read: (signed: string) => LinkTicket;
}

/** Tickets travel through the provider in the browser's cookie: only the browser that asked can bring one back. */
export function createLinkTickets(secrets: Secrets): LinkTickets {
	const { sign, read } = openClaims(secrets, {
		validForSeconds: TEN_MINUTES_S,
		audience: AUDIENCE,
	});
	return { sign, read: (signed) => z.parse(ticketClaims, read(signed)) };
}

import * as z from 'zod/mini';
import type { Secrets } from '#server/lib/secrets.ts';
import { readClaims, signClaims } from './signed-claims.ts';

/** Keeps a ticket from passing for an access token, and the reverse. */
const AUDIENCE = 'link an identity';

const ticketClaims = z.object({ person: z.int(), session: z.uuid() });
/** Who asked to link an account of a sign-in provider, and from which session. */
export type LinkTicket = z.infer<typeof ticketClaims>;

export interface LinkTickets {
	sign: (ticket: LinkTicket) => Promise<string>;
	/** @throws Error for anything that we did not sign, or more than ten minutes ago */
	read: (signed: string) => Promise<LinkTicket>;
}

/** Tickets travel through the provider in the browser's cookie: only the browser that asked can bring one back. */
export function createLinkTickets(secrets: Secrets): LinkTickets {
	return {
		sign: (ticket) => signClaims(ticket, { expiresIn: '10m', audience: AUDIENCE }, secrets),
		async read(signed) {
			return z.parse(ticketClaims, await readClaims(signed, secrets, { audience: AUDIENCE }));
		},
	};
}

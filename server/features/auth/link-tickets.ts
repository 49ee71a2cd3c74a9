import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';

const ALGORITHM = 'HS256';
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
export function createLinkTickets(secret: string): LinkTickets {
	const key = new TextEncoder().encode(secret);
	return {
		sign: (ticket) =>
			new SignJWT(ticket)
				.setProtectedHeader({ alg: ALGORITHM })
				.setAudience(AUDIENCE)
				.setIssuedAt()
				.setExpirationTime('10m')
				.sign(key),
		async read(signed) {
			const options = { algorithms: [ALGORITHM], audience: AUDIENCE };
			return z.parse(ticketClaims, (await jwtVerify(signed, key, options)).payload);
		},
	};
}

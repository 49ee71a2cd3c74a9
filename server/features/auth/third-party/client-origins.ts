import * as z from 'zod/mini';
import type { Config } from '#server/config/config.ts';
import { createClaimSigner } from '#server/features/auth/signed-claims.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { SIGN_IN_SECONDS } from './pending-sign-in.ts';

/** Keeps return tickets and our other tokens apart. */
const AUDIENCE = 'return to a client';
/** A prefix of URLs: redirects to our own pages are relative. */
const OWN_ORIGIN = '';

const claims = z.object({ origin: z.string(), state: z.string() });

interface OriginRequest {
	/** The `origin` parameter as sent. */
	requested: string | undefined;
	/** The origin of the page that started the sign-in, if the browser names it. */
	startedAt: string | undefined;
	/** The origin at which this request reached the server. */
	ownOrigin: string;
}

export interface ClientOrigins {
	/** Other origins whose pages may start a sign-in. */
	allowedStartOrigins: readonly string[];
	/** The origin to return to, as a prefix of URLs; undefined if it is not allowed. */
	returnOriginFor: (request: OriginRequest) => string | undefined;
	/**
	 * Returns a ticket that binds the origin to one sign-in by the `state` sent to the provider; undefined for our own
	 * origin.
	 */
	sign: (origin: string, state: string) => string | undefined;
	/**
	 * Returns the origin of a ticket as a prefix of URLs; our own origin without a ticket.
	 * @throws Error when the ticket is not ours, has expired, belongs to another sign-in, or names an origin that is no
	 * longer allowed
	 */
	verify: (ticket: string | undefined, state: string) => string;
}

/** The origins to which third-party sign-in may return: our own and those in CLIENT_ORIGINS. */
export function createClientOrigins(
	secrets: Secrets,
	{ corsOrigins, clientOrigins }: Pick<Config, 'corsOrigins' | 'clientOrigins'>,
): ClientOrigins {
	const ticketSigner = createClaimSigner(secrets, {
		validForSeconds: SIGN_IN_SECONDS,
		audience: AUDIENCE,
	});
	return {
		allowedStartOrigins: [...corsOrigins, ...clientOrigins],
		returnOriginFor: ({ requested, startedAt, ownOrigin }) => {
			if (requested === undefined)
				return clientOrigins.find((origin) => origin === startedAt) ?? OWN_ORIGIN;
			if (requested === ownOrigin) return OWN_ORIGIN;
			return clientOrigins.find((origin) => origin === requested);
		},
		sign: (origin, state) =>
			origin === OWN_ORIGIN ? undefined : ticketSigner.sign({ origin, state }),
		verify: (ticket, state) => {
			if (ticket === undefined) return OWN_ORIGIN;
			const signed = z.parse(claims, ticketSigner.verify(ticket));
			if (signed.state !== state) throw new Error('the return ticket is of another sign-in');
			if (!clientOrigins.includes(signed.origin)) throw new Error('the client is no longer listed');
			return signed.origin;
		},
	};
}

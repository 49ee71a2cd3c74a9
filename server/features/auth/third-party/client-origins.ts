import * as z from 'zod/mini';
import type { Config } from '#server/config/config.ts';
import { openClaims } from '#server/features/auth/signed-claims.ts';
import type { Secrets } from '#server/lib/secrets.ts';

/** Keeps a return ticket from passing for another token of ours, and the reverse. */
const AUDIENCE = 'return to a client';
const TEN_MINUTES_S = 10 * 60;
/** A prefix of addresses: redirects to our own pages are relative. */
const OURS = '';

const claims = z.object({ origin: z.string(), state: z.string() });

interface Asked {
	/** The `origin` parameter as it was sent; several are an array. */
	sent: string | readonly string[] | undefined;
	/** Where this request reached us. */
	ours: string;
}

export interface ClientOrigins {
	/** Other origins whose pages may begin a sign-in. */
	mayStart: readonly string[];
	/** The origin to return to as a prefix of addresses; undefined where it is not allowed. */
	allowed: (asked: Asked) => string | undefined;
	/** Binds the origin to one sign-in, by the `state` that goes to the provider. */
	sign: (origin: string, state: string) => string | undefined;
	/** @throws Error when the ticket is not ours, has expired, belongs to another sign-in, or names an origin that is no longer allowed */
	read: (ticket: string | undefined, state: string) => string;
}

/** Which origins third-party sign-in may return to: our own, and those of CLIENT_ORIGINS. */
export function openClientOrigins(
	secrets: Secrets,
	{ corsOrigins, clientOrigins: listed }: Pick<Config, 'corsOrigins' | 'clientOrigins'>,
): ClientOrigins {
	const tickets = openClaims(secrets, { validForSeconds: TEN_MINUTES_S, audience: AUDIENCE });
	return {
		mayStart: [...corsOrigins, ...listed],
		allowed: ({ sent, ours }) => {
			if (sent === undefined || sent === ours) return OURS;
			return listed.find((origin) => origin === sent);
		},
		sign: (origin, state) => (origin === OURS ? undefined : tickets.sign({ origin, state })),
		read: (ticket, state) => {
			if (ticket === undefined) return OURS;
			const signed = z.parse(claims, tickets.read(ticket));
			if (signed.state !== state) throw new Error('the return ticket is of another sign-in');
			if (!listed.includes(signed.origin)) throw new Error('the client is no longer listed');
			return signed.origin;
		},
	};
}

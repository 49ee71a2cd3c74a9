import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '#server/config/config.ts';
import { createClaimSigner } from '#server/features/auth/sessions/tokens.ts';
import { secureCookie } from '#server/http/request-headers.ts';
import type { Secrets } from '#server/lib/secrets.ts';

/** How long a sign-in at the provider may take. */
const SIGN_IN_SECONDS = 10 * 60;

const COOKIE = {
	name: 'pending-sign-in',
	path: '/api/auth/google',
	sameSite: 'lax',
	maxAge: SIGN_IN_SECONDS,
} as const;

const pendingSignIn = z.object({
	state: z.string(),
	nonce: z.string(),
	codeVerifier: z.string(),
	/** The link token of a signed-in user who links an identity instead of signing in. */
	ticket: z.optional(z.string()),
	/** The return ticket: the other origin to return to, signed. */
	returnTo: z.optional(z.string()),
});

/** What a cookie keeps while the browser is at the provider. */
export type StoredSignIn = z.infer<typeof pendingSignIn>;

export interface Exchange {
	request: FastifyRequest;
	reply: FastifyReply;
}

/** @param publicUrl decides whether the cookie is Secure */
export function createPendingSignIns(publicUrl: string | undefined) {
	const cookieOf = (request: FastifyRequest) => secureCookie(request, publicUrl, COOKIE);
	return {
		save({ request, reply }: Exchange, stored: StoredSignIn): void {
			const { name, options } = cookieOf(request);
			reply.setCookie(name, JSON.stringify(stored), options);
		},
		/**
		 * Reads the cookie, and clears it unless its `state` is another than that of the callback: the callback of an earlier
		 * tab must not clear the cookie of a newer one. The caller must refuse such a callback.
		 */
		consume({ request, reply }: Exchange, callbackUrl: URL): StoredSignIn | undefined {
			const { name, options } = cookieOf(request);
			const pending = parsePending(request.cookies[name]);
			const isMatching = !pending || pending.state === callbackUrl.searchParams.get('state');
			if (isMatching) reply.clearCookie(name, options);
			return pending;
		},
	};
}

/** Returns undefined when the cookie is missing or invalid. */
function parsePending(stored = 'null'): StoredSignIn | undefined {
	try {
		return z.parse(pendingSignIn, JSON.parse(stored));
	} catch {
		return undefined;
	}
}

/** Keeps return tickets and our other tokens apart. */
const RETURN_AUDIENCE = 'return to a client';
/** A prefix of URLs: redirects to our own pages are relative. */
const OWN_ORIGIN = '';

const returnTicket = z.object({ origin: z.string(), state: z.string() });

interface OriginRequest {
	/** The `origin` parameter as sent. */
	requested: string | undefined;
	/** The origin of the page that started the sign-in, if the browser names it. */
	startedAt: string | undefined;
	/** The origin at which this request reached the server. */
	ownOrigin: string;
}

/** The origins to which third-party sign-in may return: our own and those in CLIENT_ORIGINS. */
export function createClientOrigins(
	secrets: Secrets,
	{ corsOrigins, clientOrigins }: Pick<Config, 'corsOrigins' | 'clientOrigins'>,
) {
	const ticketSigner = createClaimSigner(secrets, {
		validForSeconds: SIGN_IN_SECONDS,
		audience: RETURN_AUDIENCE,
	});
	return {
		/** Other origins whose pages may start a sign-in. */
		allowedStartOrigins: [...corsOrigins, ...clientOrigins],
		/** The origin to return to, as a prefix of URLs; undefined if it is not allowed. */
		returnOriginFor({ requested, startedAt, ownOrigin }: OriginRequest): string | undefined {
			if (requested === undefined)
				return clientOrigins.find((origin) => origin === startedAt) ?? OWN_ORIGIN;
			if (requested === ownOrigin) return OWN_ORIGIN;
			return clientOrigins.find((origin) => origin === requested);
		},
		/**
		 * Returns a ticket that binds the origin to one sign-in by the `state` sent to the provider; undefined for our own
		 * origin.
		 */
		sign: (origin: string, state: string): string | undefined =>
			origin === OWN_ORIGIN ? undefined : ticketSigner.sign({ origin, state }),
		/**
		 * Returns the origin of a ticket as a prefix of URLs; our own origin without a ticket.
		 * @throws Error when the ticket is not ours, has expired, belongs to another sign-in, or names an origin that is no
		 * longer allowed
		 */
		verify(ticket: string | undefined, state: string): string {
			if (ticket === undefined) return OWN_ORIGIN;
			const signed = z.parse(returnTicket, ticketSigner.verify(ticket));
			if (signed.state !== state) throw new Error('the return ticket is of another sign-in');
			if (!clientOrigins.includes(signed.origin)) throw new Error('the client is no longer listed');
			return signed.origin;
		},
	};
}

/** Keeps link tokens and access tokens apart. */
const LINK_AUDIENCE = 'link an identity';

const linkTokenClaims = z.object({ person: z.int(), session: z.uuid() });
/** The user and the session that asked to link a provider identity. */
export type LinkTokenClaims = z.infer<typeof linkTokenClaims>;

/**
 * A link token names the user who asked to link an identity. The token stays in a cookie while the browser is at the
 * provider, so only the browser that asked can return it.
 */
export function createLinkTokens(secrets: Secrets) {
	const { sign, verify } = createClaimSigner(secrets, {
		validForSeconds: SIGN_IN_SECONDS,
		audience: LINK_AUDIENCE,
	});
	return {
		sign: (claims: LinkTokenClaims): string => sign(claims),
		/** @throws Error for a token that we did not sign, or signed more than ten minutes ago */
		verify: (token: string): LinkTokenClaims => z.parse(linkTokenClaims, verify(token)),
	};
}

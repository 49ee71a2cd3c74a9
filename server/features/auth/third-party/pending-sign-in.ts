import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { secureCookie } from '#server/http/cookies.ts';

/** How long a sign-in at the provider may take. */
export const SIGN_IN_SECONDS = 10 * 60;

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

import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { secureCookie } from '#server/http/cookies.ts';

const COOKIE = {
	name: 'pending-sign-in',
	path: '/api/auth/google',
	sameSite: 'lax',
	maxAge: 600,
} as const;

const pendingSignIn = z.object({
	state: z.string(),
	nonce: z.string(),
	codeVerifier: z.string(),
	/** Of a person who is signed in and wants to link the identity, rather than to sign in by it. */
	ticket: z.optional(z.string()),
	/** Signed: the other origin to return to. */
	returnTo: z.optional(z.string()),
});

/** What the browser keeps in a cookie while it is at the provider. */
export type StoredSignIn = z.infer<typeof pendingSignIn>;

export interface Exchange {
	request: FastifyRequest;
	reply: FastifyReply;
}

/** @param publicUrl decides whether the cookie is for https alone */
export function createPendingSignIns(publicUrl: string | undefined) {
	const cookieOf = (request: FastifyRequest) => secureCookie(request, publicUrl, COOKIE);
	return {
		save({ request, reply }: Exchange, stored: StoredSignIn): void {
			const { name, options } = cookieOf(request);
			reply.setCookie(name, JSON.stringify(stored), options);
		},
		/** What the browser has kept, for one answer only. Another answer's cookie may be that of a tab which left earlier. */
		consume({ request, reply }: Exchange, callbackUrl: URL): StoredSignIn | undefined {
			const { name, options } = cookieOf(request);
			const pending = parsePending(request.cookies[name]);
			const isMatching = !pending || pending.state === callbackUrl.searchParams.get('state');
			if (isMatching) reply.clearCookie(name, options);
			return pending;
		},
	};
}

/** Undefined when the browser kept nothing of ours. */
function parsePending(stored = 'null'): StoredSignIn | undefined {
	try {
		return z.parse(pendingSignIn, JSON.parse(stored));
	} catch {
		return undefined;
	}
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { finishThirdPartySignIn, startThirdPartySignIn } from '#contract/auth.ts';
import { PAGES, SIGNUP_AFTER_FAILURE } from '#contract/pages.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { signInByIdentity } from './commands.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { Tokens } from './tokens.ts';

export interface ThirdPartyDeps {
	db: Db;
	tokens: Tokens;
	/** Undefined where none is configured: every attempt then ends at the sign-up page. */
	identityProvider: IdentityProvider | undefined;
	publicUrl: string | undefined;
	isFromThisComputer: (request: FastifyRequest) => boolean;
}

const COOKIE = 'pending-sign-in';
const COOKIE_OPTIONS = {
	path: '/api/auth/google',
	httpOnly: true,
	sameSite: 'lax',
	maxAge: 600,
} as const;
const pendingSignIn = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });

/** "Login with Google", or with whichever provider is configured (decisions, "People and sessions"). */
export function thirdPartyRoutes(app: FastifyInstance, deps: ThirdPartyDeps): void {
	const { db, tokens, identityProvider, isFromThisComputer } = deps;
	const origin = (request: FastifyRequest) =>
		deps.publicUrl ?? `${request.protocol}://${request.host}`;
	const callback = `/api${finishThirdPartySignIn.path}`;

	route(
		app,
		startThirdPartySignIn,
	)(async ({ request, reply, log }) => {
		if (!identityProvider) return SIGNUP_AFTER_FAILURE;
		try {
			const { address, pending } = await identityProvider.start(`${origin(request)}${callback}`);
			const secure = origin(request).startsWith('https:');
			reply.setCookie(COOKIE, JSON.stringify(pending), { ...COOKIE_OPTIONS, secure });
			return address;
		} catch (error) {
			log.warn({ reason: reasonOf(error) }, 'third-party sign-in did not start');
			return SIGNUP_AFTER_FAILURE;
		}
	});

	route(
		app,
		finishThirdPartySignIn,
	)(async ({ request, reply, log }) => {
		reply.clearCookie(COOKIE, COOKIE_OPTIONS).header('cache-control', 'no-store');
		try {
			if (!identityProvider) return SIGNUP_AFTER_FAILURE;
			const pending = z.parse(pendingSignIn, JSON.parse(request.cookies[COOKIE] ?? 'null'));
			const address = new URL(request.url, origin(request));
			const identity = await identityProvider.finish(address, pending);
			const fromHere = isFromThisComputer(request);
			const { accessToken } = await signInByIdentity(db, tokens, identity, fromHere);
			return `${PAGES.authSuccess}?token=${encodeURIComponent(accessToken)}`;
		} catch (error) {
			log.warn({ reason: reasonOf(error) }, 'third-party sign-in failed');
			return SIGNUP_AFTER_FAILURE;
		}
	});
}

/** The error itself may carry codes and tokens, which no log may hold. */
function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}

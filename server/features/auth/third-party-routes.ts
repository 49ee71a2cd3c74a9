import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ACCOUNT_MESSAGES, type LinkOutcome, linkIdentity } from '#contract/account.ts';
import { finishThirdPartySignIn, startThirdPartySignIn } from '#contract/auth.ts';
import { PAGES, SIGNUP_AFTER_FAILURE } from '#contract/pages.ts';
import { originOf } from '#server/http/origin.ts';
import { route } from '#server/http/route.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { type Doors, signInByIdentity, type Visitor } from './commands.ts';
import type { IdentityProvider, PendingSignIn } from './identity-provider.ts';
import type { LinkTickets } from './link-tickets.ts';
import { linkIdentityTo } from './linking.ts';

export interface ThirdPartyDeps extends Doors {
	tickets: LinkTickets;
	/** Undefined where none is configured: every attempt then ends at the sign-up page. */
	identityProvider: IdentityProvider | undefined;
	publicUrl: string | undefined;
	visitorOf: (request: FastifyRequest) => Visitor;
}

const COOKIE = 'pending-sign-in';
const COOKIE_OPTIONS = {
	path: '/api/auth/google',
	httpOnly: true,
	sameSite: 'lax',
	maxAge: 600,
} as const;
const pendingSignIn = z.object({
	state: z.string(),
	nonce: z.string(),
	codeVerifier: z.string(),
	/** Of a person who is signed in and wants to link the identity, rather than to sign in by it. */
	ticket: z.optional(z.string()),
});

/** "Login with Google", or with whichever provider is configured (decisions, "People and sessions"). */
export function thirdPartyRoutes(app: FastifyInstance, deps: ThirdPartyDeps): void {
	const { identityProvider, tickets } = deps;
	const origin = (request: FastifyRequest) => originOf(request, deps.publicUrl);
	const callback = `/api${finishThirdPartySignIn.path}`;
	const leave = async (call: Leaving, provider: IdentityProvider, ticket?: string) => {
		const from = origin(call.request);
		const { address, pending } = await provider.start(`${from}${callback}`);
		const kept: PendingSignIn & { ticket?: string } = { ...pending, ...(ticket && { ticket }) };
		const secure = from.startsWith('https:');
		call.reply.setCookie(COOKIE, JSON.stringify(kept), { ...COOKIE_OPTIONS, secure });
		return address;
	};

	route(
		app,
		startThirdPartySignIn,
	)(async (call) => {
		if (!identityProvider) return SIGNUP_AFTER_FAILURE;
		try {
			return await leave(call, identityProvider);
		} catch (error) {
			call.log.warn({ reason: reasonOf(error) }, 'third-party sign-in did not start');
			return SIGNUP_AFTER_FAILURE;
		}
	});

	route(
		app,
		linkIdentity,
	)(async (call) => {
		if (!identityProvider) throw new Refusal('invalid', ACCOUNT_MESSAGES.linkNotConfigured);
		const { id: person, sessionId: session } = call.caller;
		const address = await leave(call, identityProvider, await tickets.sign({ person, session }));
		return { success: true, address };
	});

	route(
		app,
		finishThirdPartySignIn,
	)(async ({ request, reply, log }) => {
		reply.clearCookie(COOKIE, COOKIE_OPTIONS).header('cache-control', 'no-store');
		const pending = readPending(request);
		try {
			if (!identityProvider || !pending) return SIGNUP_AFTER_FAILURE;
			const address = new URL(request.url, origin(request));
			const identity = await identityProvider.finish(address, pending);
			if (pending.ticket === undefined) {
				const { accessToken } = await signInByIdentity(deps, identity, deps.visitorOf(request));
				return `${PAGES.authSuccess}?token=${encodeURIComponent(accessToken)}`;
			}
			return afterLink(await linkIdentityTo(deps, await tickets.read(pending.ticket), identity));
		} catch (error) {
			log.warn({ reason: reasonOf(error) }, 'third-party sign-in failed');
			return pending?.ticket === undefined ? SIGNUP_AFTER_FAILURE : afterLink('failed');
		}
	});
}

type Leaving = { request: FastifyRequest; reply: FastifyReply };

/** What the browser kept when it left; undefined when it kept nothing of ours. */
function readPending(request: FastifyRequest): z.infer<typeof pendingSignIn> | undefined {
	try {
		return z.parse(pendingSignIn, JSON.parse(request.cookies[COOKIE] ?? 'null'));
	} catch {
		return undefined;
	}
}

function afterLink(outcome: LinkOutcome): string {
	return `${PAGES.account}?link=${outcome}`;
}

/** The error itself may carry codes and tokens, which no log may hold. */
function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ACCOUNT_MESSAGES, type LinkOutcome, linkIdentity } from '#contract/account.ts';
import { finishThirdPartySignIn, startThirdPartySignIn } from '#contract/auth.ts';
import { LOGIN_WHEN_SUSPENDED, PAGES, SIGNUP_AFTER_FAILURE } from '#contract/pages.ts';
import { keptCookie } from '#server/http/cookies.ts';
import { isFromOurPages, originOf } from '#server/http/origin.ts';
import { route } from '#server/http/route.ts';
import { Refusal, Suspended } from '#server/lib/refusal.ts';
import type { Live } from '#server/realtime/live.ts';
import { type ProvidedIdentity, signInByIdentity } from './by-identity.ts';
import { type Doors, requireFreshSession, type Visitor } from './commands.ts';
import type { IdentityProvider, PendingSignIn } from './identity-provider.ts';
import type { LinkTicket, LinkTickets } from './link-tickets.ts';
import { linkIdentityTo } from './linking.ts';

export interface ThirdPartyDeps extends Doors {
	tickets: LinkTickets;
	/** Undefined where none is configured: every attempt then ends at the sign-up page. */
	identityProvider: IdentityProvider | undefined;
	publicUrl: string | undefined;
	/** Other origins whose pages may begin it. */
	corsOrigins: readonly string[];
	live: Live;
	visitorOf: (request: FastifyRequest) => Visitor;
}

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
});

/** "Login with Google", or with whichever provider is configured (decisions, "People and sessions"). */
export function thirdPartyRoutes(app: FastifyInstance, deps: ThirdPartyDeps): void {
	const { identityProvider, tickets } = deps;
	const origin = (request: FastifyRequest) => originOf(request, deps.publicUrl);
	const cookieOf = (request: FastifyRequest) => keptCookie(request, deps.publicUrl, COOKIE);
	const callback = `/api${finishThirdPartySignIn.path}`;
	const leave = async (call: Leaving, provider: IdentityProvider, ticket?: string) => {
		const from = origin(call.request);
		const { address, pending } = await provider.start(`${from}${callback}`);
		const kept: PendingSignIn & { ticket?: string } = { ...pending, ...(ticket && { ticket }) };
		const { name, options } = cookieOf(call.request);
		call.reply.setCookie(name, JSON.stringify(kept), options);
		return address;
	};
	/** What the browser has kept; for one answer only. Another's may be that of a tab which left earlier. */
	const takePending = ({ request, reply }: Leaving, answer: URL) => {
		const { name, options } = cookieOf(request);
		const pending = readPending(request.cookies[name]);
		const isAnswered = !pending || pending.state === answer.searchParams.get('state');
		if (isAnswered) reply.clearCookie(name, options);
		return pending;
	};
	const comeIn = async (request: FastifyRequest, identity: ProvidedIdentity) => {
		const signedIn = await signInByIdentity(deps, identity, deps.visitorOf(request));
		const { user, accessToken, isNewHere, hasEndedSessions } = signedIn;
		if (hasEndedSessions) deps.live.endUser(user.id);
		if (isNewHere) request.log.info({ userId: user.id, ip: request.ip }, 'identity linked');
		request.log.info({ userId: user.id, by: 'provider', ip: request.ip }, 'signed in');
		return `${PAGES.authSuccess}?token=${encodeURIComponent(accessToken)}`;
	};

	route(
		app,
		startThirdPartySignIn,
	)(async (call) => {
		// Nobody is signed in by following a link from elsewhere.
		if (!isFromOurPages(call.request, deps.corsOrigins)) return SIGNUP_AFTER_FAILURE;
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
		await requireFreshSession(deps.db, call.caller);
		const address = await leave(call, identityProvider, tickets.sign({ person, session }));
		return { success: true, address };
	});

	route(
		app,
		finishThirdPartySignIn,
	)(async ({ request, reply, log }) => {
		const address = new URL(request.url, origin(request));
		const pending = takePending({ request, reply }, address);
		reply.header('cache-control', 'no-store');
		try {
			if (!identityProvider || !pending) return SIGNUP_AFTER_FAILURE;
			const identity = await identityProvider.finish(address, pending);
			if (pending.ticket === undefined) return await comeIn(request, identity);
			return await link(deps, request, tickets.read(pending.ticket), identity);
		} catch (error) {
			log.warn({ reason: reasonOf(error) }, 'third-party sign-in failed');
			return pending?.ticket === undefined ? afterFailure(error) : afterLink('failed');
		}
	});
}

async function link(
	deps: ThirdPartyDeps,
	request: FastifyRequest,
	ticket: LinkTicket,
	identity: ProvidedIdentity,
): Promise<string> {
	const outcome = await linkIdentityTo(deps, ticket, identity);
	const { log, ip } = request;
	if (outcome === 'linked') log.info({ userId: ticket.person, ip }, 'identity linked');
	return afterLink(outcome);
}

type Leaving = { request: FastifyRequest; reply: FastifyReply };

/** What the browser kept when it left; undefined when it kept nothing of ours. */
function readPending(kept = 'null'): z.infer<typeof pendingSignIn> | undefined {
	try {
		return z.parse(pendingSignIn, JSON.parse(kept));
	} catch {
		return undefined;
	}
}

/** Who gets as far as being suspended has proved who they are: nothing is told to strangers. */
function afterFailure(error: unknown): string {
	return error instanceof Suspended ? LOGIN_WHEN_SUSPENDED : SIGNUP_AFTER_FAILURE;
}

function afterLink(outcome: LinkOutcome): string {
	return `${PAGES.account}?link=${outcome}`;
}

/** The error itself may carry codes and tokens, which no log may hold. */
function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}

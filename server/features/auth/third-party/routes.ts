import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCOUNT_MESSAGES, type LinkOutcome, linkIdentity } from '#contract/accounts/account.ts';
import { finishThirdPartySignIn, startThirdPartySignIn } from '#contract/auth/auth.ts';
import { LOGIN_WHEN_SUSPENDED, PAGES, SIGNUP_AFTER_FAILURE } from '#contract/core/pages.ts';
import { type Doors, requireFreshSession, type Visitor } from '#server/features/auth/commands.ts';
import { isFromOurPages, originOf } from '#server/http/origin.ts';
import { route } from '#server/http/route.ts';
import { Refusal, Suspended } from '#server/lib/app-error.ts';
import type { Live } from '#server/realtime/realtime.ts';
import type { ClientOrigins } from './client-origins.ts';
import type { LinkTicket, LinkTickets } from './link-tokens.ts';
import { linkIdentityTo } from './linking.ts';
import type { IdentityProvider } from './oidc.ts';
import { type Exchange, type KeptSignIn, openPendingSignIns } from './pending-sign-in.ts';
import { type ProvidedIdentity, signInByIdentity } from './sign-in.ts';

export interface ThirdPartyDeps extends Doors {
	tickets: LinkTickets;
	/** Undefined where none is configured: every attempt then ends at the sign-up page. */
	identityProvider: IdentityProvider | undefined;
	publicUrl: string | undefined;
	/** Where it may begin and end, besides our own pages. */
	clients: ClientOrigins;
	live: Live;
	visitorOf: (request: FastifyRequest) => Visitor;
}

type MoreToKeep = (state: string) => Pick<KeptSignIn, 'ticket' | 'returnTo'>;

/** "Login with Google", or with whichever provider is configured (decisions, "People and sessions"). */
export function thirdPartyRoutes(app: FastifyInstance, deps: ThirdPartyDeps): void {
	const { identityProvider, tickets, clients } = deps;
	const origin = (request: FastifyRequest) => originOf(request, deps.publicUrl);
	const pendingSignIns = openPendingSignIns(deps.publicUrl);
	const leave = async (exchange: Exchange, provider: IdentityProvider, more: MoreToKeep) => {
		const callback = `${origin(exchange.request)}/api${finishThirdPartySignIn.path}`;
		const { address, pending } = await provider.start(callback);
		pendingSignIns.keep(exchange, { ...pending, ...more(pending.state) });
		return address;
	};
	route(
		app,
		startThirdPartySignIn,
	)(async (call) => {
		const { request, query, log } = call;
		const client = clients.allowed({ sent: query.origin, ours: origin(request) });
		// Nobody is signed in by following a link from elsewhere.
		if (client === undefined || !isFromOurPages(request, clients.mayStart)) {
			log.warn({ reason: 'origin not listed' }, 'third-party sign-in did not start');
			return SIGNUP_AFTER_FAILURE;
		}
		try {
			if (!identityProvider) throw new Error('no provider is configured');
			return await leave(call, identityProvider, (state) => ({
				returnTo: clients.sign(client, state),
			}));
		} catch (error) {
			log.warn({ reason: reasonOf(error) }, 'third-party sign-in did not start');
			return `${client}${SIGNUP_AFTER_FAILURE}`;
		}
	});

	route(
		app,
		linkIdentity,
	)(async (call) => {
		if (!identityProvider) throw new Refusal('invalid', ACCOUNT_MESSAGES.linkNotConfigured);
		const { id: person, sessionId: session } = call.caller;
		await requireFreshSession(deps.db, call.caller);
		const address = await leave(call, identityProvider, () => ({
			ticket: tickets.sign({ person, session }),
		}));
		return { success: true, address };
	});

	route(
		app,
		finishThirdPartySignIn,
	)(async ({ request, reply, log }) => {
		const address = new URL(request.url, origin(request));
		const pending = pendingSignIns.take({ request, reply }, address);
		reply.header('cache-control', 'no-store');
		if (!identityProvider || !pending) return SIGNUP_AFTER_FAILURE;
		let client: string | undefined;
		try {
			client = clients.read(pending.returnTo, pending.state);
			const identity = await identityProvider.finish(address, pending);
			if (pending.ticket !== undefined) {
				return await link(deps, request, tickets.read(pending.ticket), identity);
			}
			return `${client}${await comeIn(deps, request, identity)}`;
		} catch (error) {
			log.warn({ reason: reasonOf(error) }, 'third-party sign-in failed');
			return pending.ticket === undefined ? afterFailure(error, client) : afterLink('failed');
		}
	});
}

/** @returns where the browser goes on, on whichever origin it came from */
async function comeIn(
	deps: ThirdPartyDeps,
	request: FastifyRequest,
	identity: ProvidedIdentity,
): Promise<string> {
	const signedIn = await signInByIdentity(deps, identity, deps.visitorOf(request));
	const { user, accessToken, isNewHere, hasEndedSessions } = signedIn;
	if (hasEndedSessions) deps.live.endUser(user.id);
	if (isNewHere) request.log.info({ userId: user.id, ip: request.ip }, 'identity linked');
	request.log.info({ userId: user.id, by: 'provider', ip: request.ip }, 'signed in');
	return `${PAGES.authSuccess}?token=${encodeURIComponent(accessToken)}`;
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

/**
 * Who gets as far as being suspended has proved who they are: nothing is told to strangers.
 * @param client the other origin that began it: only the documents' address is known there
 */
function afterFailure(error: unknown, client = ''): string {
	if (error instanceof Suspended && client === '') return LOGIN_WHEN_SUSPENDED;
	return `${client}${SIGNUP_AFTER_FAILURE}`;
}

function afterLink(outcome: LinkOutcome): string {
	return `${PAGES.account}?link=${outcome}`;
}

/** The error itself may carry codes and tokens, which no log may hold. */
function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}

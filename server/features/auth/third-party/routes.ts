import type { FastifyInstance, FastifyRequest } from 'fastify';
import { linkIdentity } from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import type { LinkOutcome } from '#contract/accounts/facts.ts';
import { finishThirdPartySignIn, startThirdPartySignIn } from '#contract/auth/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { LOGIN_WHEN_SUSPENDED, PAGES, SIGNUP_AFTER_FAILURE } from '#contract/core/pages.ts';
import type { Config } from '#server/config/config.ts';
import { type ClientInfo, requireRecentSignIn } from '#server/features/auth/commands.ts';
import { isFromOurPages, originOf, refererOriginOf } from '#server/http/request-headers.ts';
import { route } from '#server/http/route.ts';
import { AppError, SuspendedError } from '#server/lib/app-error.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import {
	type IdentitySignInDeps,
	linkProviderIdentity,
	type ProviderIdentity,
	signInByIdentity,
} from './commands.ts';
import type { IdentityProvider } from './oidc.ts';
import {
	createClientOrigins,
	createLinkTokens,
	createPendingSignIns,
	type Exchange,
	type LinkTokenClaims,
	type StoredSignIn,
} from './pending-sign-in.ts';

interface ThirdPartyDeps extends IdentitySignInDeps {
	/** Sign what the browser keeps while it is at the provider. */
	secrets: Secrets;
	/** Undefined if none is configured: every attempt then ends at the sign-up page. */
	identityProvider: IdentityProvider | undefined;
	config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'clientOrigins'>;
	realtime: Realtime;
	clientInfoOf: (request: FastifyRequest) => ClientInfo;
}

type CreateExtraFields = (state: string) => Pick<StoredSignIn, 'ticket' | 'returnTo'>;

/** "Login with Google", or with another configured provider. */
export function thirdPartyRoutes(app: FastifyInstance, deps: ThirdPartyDeps): void {
	const { identityProvider, secrets, config } = deps;
	const linkTokens = createLinkTokens(secrets);
	const clients = createClientOrigins(secrets, config);
	const pendingSignIns = createPendingSignIns(config.publicUrl);
	const ownOriginOf = (request: FastifyRequest) => originOf(request, config.publicUrl);
	const redirectToProvider = async (
		exchange: Exchange,
		provider: IdentityProvider,
		createExtraFields: CreateExtraFields,
	) => {
		const callback = `${ownOriginOf(exchange.request)}/api${finishThirdPartySignIn.path}`;
		const { url, pending } = await provider.start(callback);
		pendingSignIns.save(exchange, { ...pending, ...createExtraFields(pending.state) });
		return url;
	};
	route(app, startThirdPartySignIn, async ({ request, reply, query, log }) => {
		const returnOrigin = clients.returnOriginFor({
			requested: query.origin,
			startedAt: refererOriginOf(request),
			ownOrigin: ownOriginOf(request),
		});
		// A link on another site must not start a sign-in.
		if (returnOrigin === undefined || !isFromOurPages(request, clients.allowedStartOrigins)) {
			log.warn({ reason: 'origin not listed' }, 'third-party sign-in did not start');
			return SIGNUP_AFTER_FAILURE;
		}
		try {
			if (!identityProvider) throw new Error('no provider is configured');
			return await redirectToProvider({ request, reply }, identityProvider, (state) => ({
				returnTo: clients.sign(returnOrigin, state),
			}));
		} catch (error) {
			log.warn({ reason: reasonOf(error) }, 'third-party sign-in did not start');
			return `${returnOrigin}${SIGNUP_AFTER_FAILURE}`;
		}
	});

	route(app, linkIdentity, async (call) => {
		if (!identityProvider) throw new AppError('invalid', ACCOUNT_ERRORS.linkNotConfigured);
		const { id: person, sessionId: session } = call.caller;
		await requireRecentSignIn(deps.db, call.caller);
		const url = await redirectToProvider(call, identityProvider, () => ({
			ticket: linkTokens.sign({ person, session }),
		})).catch((error: unknown) => {
			call.log.warn({ reason: reasonOf(error) }, 'linking did not start');
			throw new AppError('unavailable', AUTH_ERRORS.thirdPartyFailed);
		});
		return { address: url };
	});

	route(app, finishThirdPartySignIn, async ({ request, reply, log }) => {
		const url = new URL(request.url, ownOriginOf(request));
		const pending = pendingSignIns.consume({ request, reply }, url);
		reply.header('cache-control', 'no-store');
		if (!identityProvider || !pending) return SIGNUP_AFTER_FAILURE;
		let returnOrigin: string | undefined;
		try {
			returnOrigin = clients.verify(pending.returnTo, pending.state);
			const identity = await identityProvider.finish(url, pending);
			if (pending.ticket !== undefined) {
				return await completeLink(deps, request, linkTokens.verify(pending.ticket), identity);
			}
			return `${returnOrigin}${await completeSignIn(deps, request, identity)}`;
		} catch (error) {
			log.warn({ reason: reasonOf(error) }, 'third-party sign-in failed');
			return failureRedirect(error, pending, returnOrigin);
		}
	});
}

/** @returns where to redirect the browser, relative to the origin where the sign-in began */
async function completeSignIn(
	deps: ThirdPartyDeps,
	request: FastifyRequest,
	identity: ProviderIdentity,
): Promise<string> {
	const signedIn = await signInByIdentity(deps, identity, deps.clientInfoOf(request));
	const { user, accessToken, isNewlyLinked, endedSessions } = signedIn;
	if (endedSessions) deps.realtime.endUser(user.id);
	if (isNewlyLinked) request.log.info({ userId: user.id, ip: request.ip }, 'identity linked');
	request.log.info({ userId: user.id, by: 'provider', ip: request.ip }, 'signed in');
	return `${PAGES.authSuccess}?token=${encodeURIComponent(accessToken)}`;
}

async function completeLink(
	deps: ThirdPartyDeps,
	request: FastifyRequest,
	claims: LinkTokenClaims,
	identity: ProviderIdentity,
): Promise<string> {
	const outcome = await linkProviderIdentity(deps, claims, identity);
	const { log, ip } = request;
	if (outcome === 'linked') log.info({ userId: claims.person, ip }, 'identity linked');
	return linkRedirect(outcome);
}

/**
 * The redirect after a failure. Only a user who has signed in at the provider learns that the account is suspended.
 * @param returnOrigin the other origin where the sign-in began; it has only the documented failure page
 */
function failureRedirect(error: unknown, { ticket }: StoredSignIn, returnOrigin = ''): string {
	if (ticket !== undefined) return linkRedirect('failed');
	if (error instanceof SuspendedError && returnOrigin === '') return LOGIN_WHEN_SUSPENDED;
	return `${returnOrigin}${SIGNUP_AFTER_FAILURE}`;
}

function linkRedirect(outcome: LinkOutcome): string {
	return `${PAGES.account}?link=${outcome}`;
}

/** Only the message: the error object may contain codes and tokens, which must not be logged. */
function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}

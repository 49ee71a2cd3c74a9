import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { accountRoutes, peopleRoutes, profileRoutes } from '#server/features/accounts/routes.ts';
import { addressRoutes } from '#server/features/auth/address/routes.ts';
import { createMailThrottle } from '#server/features/auth/address/throttle.ts';
import { authRoutes } from '#server/features/auth/routes.ts';
import type { Tokens } from '#server/features/auth/sessions/tokens.ts';
import { createKnownBrowsers, createSignInThrottle } from '#server/features/auth/sign-in-guards.ts';
import type { IdentityProvider } from '#server/features/auth/third-party/oidc.ts';
import { thirdPartyRoutes } from '#server/features/auth/third-party/routes.ts';
import { isFromLoopback } from '#server/http/client-address.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { accountLifecycle } from './account-lifecycle.ts';
import type { AppDeps } from './app-deps.ts';
import { erasePersonalData, exportPersonalData } from './personal-data.ts';

interface OpenedParts {
	tokens: Tokens;
	realtime: RealtimeServer;
	photoUrls: PhotoUrls;
}

/** Mounts the routes of sign-in, by password and by a third-party provider, and those of accounts and profiles. */
export async function mountAccounts(
	app: FastifyInstance,
	{ config, requestPool, backgroundDb, cluster, secrets, store, addTask }: AppDeps,
	{ tokens, realtime, photoUrls }: OpenedParts,
): Promise<void> {
	const { publicUrl, site } = config;
	const { db } = requestPool;
	const identityProvider = await connectProvider(config);
	const authDeps = {
		db,
		tokens,
		addTask,
		collegeDomains: config.collegeEmailDomains,
		siteName: site.name,
	};
	const signInGuards = {
		throttle: createSignInThrottle(config.rateLimit, cluster.openCounter),
		mailThrottle: createMailThrottle(config.rateLimit, cluster.openCounter),
		knownBrowsers: createKnownBrowsers(secrets, publicUrl, 'market'),
	};
	const sessionDeps = { ...authDeps, realtime, clientInfoOf };

	authRoutes(app, { ...sessionDeps, ...signInGuards, photoUrls });
	addressRoutes(app, { ...sessionDeps, ...signInGuards, accountLifecycle });
	thirdPartyRoutes(app, {
		...sessionDeps,
		secrets,
		config,
		accountLifecycle,
		identityProvider,
	});
	accountRoutes(app, {
		...sessionDeps,
		...signInGuards,
		backgroundDb,
		photoUrls,
		canLink: identityProvider !== undefined,
		exportPersonalData,
		erasePersonalData,
		accountLifecycle,
	});
	peopleRoutes(app, { db, photoUrls, timeZone: site.timeZone });
	profileRoutes(app, { db, store, photoUrls });
}

function clientInfoOf(request: FastifyRequest) {
	return {
		ipAddress: request.address,
		isFromLoopback: isFromLoopback(request),
		userAgent: request.headers['user-agent'],
	};
}

/** Loads the OpenID Connect client only if a provider is configured. */
async function connectProvider({
	identityProvider,
}: Config): Promise<IdentityProvider | undefined> {
	if (!identityProvider) return undefined;
	const { connectIdentityProvider } = await import('#server/features/auth/third-party/oidc.ts');
	return connectIdentityProvider(identityProvider);
}

import { hostname } from 'node:os';
import { join } from 'node:path';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { listOpenAdminSessions, readAdmin } from '#server/admin/administrators/sessions.ts';
import { adminRoutes } from '#server/admin/routes.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import type { DatabasePool, Db } from '#server/db/client.ts';
import { personPages } from '#server/features/accounts/pages.ts';
import { accountRoutes, peopleRoutes, profileRoutes } from '#server/features/accounts/routes.ts';
import { addressRoutes } from '#server/features/auth/address/routes.ts';
import { touchSession } from '#server/features/auth/commands.ts';
import { findUser, listOpenSessions } from '#server/features/auth/queries.ts';
import { authRoutes } from '#server/features/auth/routes.ts';
import { createTokens, type Tokens } from '#server/features/auth/sessions/tokens.ts';
import {
	createKnownBrowsers,
	createMailThrottle,
	createSignInThrottle,
} from '#server/features/auth/sign-in-guards.ts';
import type { IdentityProvider } from '#server/features/auth/third-party/oidc.ts';
import { thirdPartyRoutes } from '#server/features/auth/third-party/routes.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { catalogueRoutes, preloadedCategories } from '#server/features/catalogue/routes.ts';
import { blockRoutes, chatRoutes } from '#server/features/chat/routes.ts';
import { mountChatEvents } from '#server/features/chat/socket.ts';
import { dealRoutes } from '#server/features/deals/routes.ts';
import { feedbackRoutes } from '#server/features/feedback/routes.ts';
import { healthRoutes } from '#server/features/health/routes.ts';
import { itemPages, sitemapRoutes } from '#server/features/items/pages.ts';
import { itemRoutes } from '#server/features/items/routes.ts';
import { mountItemEvents } from '#server/features/items/socket.ts';
import type { MaintenanceSwitch } from '#server/features/maintenance/maintenance-switch.ts';
import { maintenanceRoutes } from '#server/features/maintenance/routes.ts';
import { notificationRoutes } from '#server/features/notifications/routes.ts';
import { pendingPhotoRoutes, photoRoutes } from '#server/features/photos/routes.ts';
import { reportRoutes } from '#server/features/reports/routes.ts';
import { savedRoutes } from '#server/features/saved/routes.ts';
import { endAlert } from '#server/features/searches/commands.ts';
import { recompileOnChange } from '#server/features/searches/jobs.ts';
import { savedSearchRoutes } from '#server/features/searches/routes.ts';
import { studiesRoutes } from '#server/features/studies/routes.ts';
import { wantedPages } from '#server/features/wanted/pages.ts';
import { wantedRoutes } from '#server/features/wanted/routes.ts';
import {
	mountAuthentication,
	type ReadRejection,
	type ReadToken,
} from '#server/http/authenticate.ts';
import { createEarlyAnswers } from '#server/http/memo.ts';
import { mountDocumentation } from '#server/http/openapi.ts';
import type { PageDefinition } from '#server/http/pages/head.ts';
import { mountAdminPages, mountPages } from '#server/http/pages/pages.ts';
import { mountManifest, staticPageDefinitions } from '#server/http/pages/static-pages.ts';
import { isFromLoopback } from '#server/http/request-headers.ts';
import { mountSecurity } from '#server/http/security-headers.ts';
import { mountUploads } from '#server/http/uploads/multipart.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import {
	type AdminChannel,
	type AdminChannelOptions,
	openAdminChannel,
} from '#server/realtime/admin-channel.ts';
import type { AuthenticatePerson } from '#server/realtime/admission.ts';
import {
	openRealtimeServer,
	type RealtimeServer,
	watchExpiredSessions,
} from '#server/realtime/realtime.ts';
import { createTimeLimitedStore, type PhotoStore } from '#server/storage/photo-store.ts';
import { createPhotoUrls, type PhotoUrls } from '#server/storage/photo-urls.ts';
import { accountLifecycle, erasePersonalData, exportPersonalData } from './account-lifecycle.ts';
import { type FastifyDeps, openFastify } from './open-fastify.ts';

/** What the app is built from: opened when the server starts, and closed after the app. */
export interface AppDeps extends FastifyDeps {
	/** Connection pool for requests. */
	requestPool: DatabasePool;
	/** For slow queries, such as exports, which must not block requests. */
	backgroundDb: Db;
	store: PhotoStore;
	/** State shared by all instances. */
	cluster: Cluster;
	/** Keys that sign tokens and URLs. */
	secrets: Secrets;
	/** Adds a one-off background task. */
	addTask: AddTask;
	maintenance: MaintenanceSwitch;
	catalogue: Catalogue;
}

/** Builds the Fastify app: mounts all routes, pages and socket events. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
	const { config, requestPool, backgroundDb, cluster, secrets, addTask, catalogue } = deps;
	const { maintenance } = deps;
	const { openCounter, degradedServices } = cluster;
	const { db } = requestPool;
	const store = createTimeLimitedStore(deps.store);
	const { app, server, overloadProtection } = await openFastify(deps);
	const { memo, isClosing } = app;
	// During maintenance calls are refused, and pages have no data; every page names the categories.
	maintenance.onChange(memo.clear);
	catalogue.onChange(memo.clear);
	const countCachedRequest = await mountSecurity(app, { ...config, openCounter });
	const earlyAnswers = createEarlyAnswers({ ...config, memo, countCachedRequest, isClosing });
	await app.register(compress);
	await mountUploads(app, uploadFolderOf(config));
	await mountDocumentation(app, config.site.name);

	const tokens = createTokens(secrets);
	const readUser = createUserReader(db, tokens);
	mountAuthentication(app, createCallerReader(db, readUser), createSuspensionReader(db, tokens));
	const { realtime, adminChannel } = openRealtimeChannels(app, deps, readUser);
	server.handleFirst([earlyAnswers, overloadProtection, realtime.earlyHandler]);
	maintenanceRoutes(app, { maintenance, realtime, adminChannel });
	const photoUrls = createPhotoUrls(config.publicUrl, secrets);
	healthRoutes(app, { db, degradedServices });
	await mountAccounts(app, { ...deps, store }, { tokens, realtime, photoUrls });
	mountItemFeatures(app, deps, {
		db,
		store,
		photoUrls,
		realtime,
		adminChannel,
	});
	studiesRoutes(app, { db, catalogue, photoUrls, timeZone: config.site.timeZone });
	photoRoutes(app, { db, store, secrets });
	pendingPhotoRoutes(app, { db, store, photoUrls });
	chatRoutes(app, { db, store, photoUrls, secrets, config, openCounter });
	mountSocketEvents(realtime, deps, photoUrls);
	blockRoutes(app, { db, realtime });
	reportRoutes(app, { db, addTask, adminChannel });
	feedbackRoutes(app, {
		db,
		addTask,
		adminChannel,
		siteName: config.site.name,
	});
	mountSearchesAndNotifications(app, deps, realtime);
	adminRoutes(app, {
		db,
		backgroundDb,
		addTask,
		realtime,
		adminChannel,
		photoUrls,
		config,
		secrets,
		catalogue,
		openCounter,
		accountLifecycle,
		applySettings: maintenance.refreshNow,
		knownBrowsers: createKnownBrowsers(secrets, config.publicUrl, 'office'),
	});
	await mountWebPages(app, deps);
	return app;
}

function mountItemFeatures(
	app: FastifyInstance,
	{ catalogue, addTask, events, config: { publicUrl, site } }: AppDeps,
	shared: Omit<Parameters<typeof itemRoutes>[1], 'catalogue' | 'addTask' | 'events'> & {
		realtime: RealtimeServer;
		adminChannel: AdminChannel;
	},
): void {
	catalogueRoutes(app, catalogue);
	itemRoutes(app, { ...shared, catalogue, addTask, events });
	const { timeZone } = site;
	dealRoutes(app, { ...shared, catalogue, addTask, timeZone, site: { ...site, publicUrl } });
	sitemapRoutes(app, { ...shared, catalogue, publicUrl });
	savedRoutes(app, shared);
	wantedRoutes(app, { ...shared, catalogue, addTask });
}

function mountSearchesAndNotifications(
	app: FastifyInstance,
	{ requestPool: { db }, catalogue, addTask, config, secrets, log }: AppDeps,
	realtime: RealtimeServer,
): void {
	const searchDeps = { db, catalogue, timeZone: config.site.timeZone };
	savedSearchRoutes(app, searchDeps);
	recompileOnChange(catalogue, { db, addTask, log });
	notificationRoutes(app, {
		db,
		realtime,
		secrets,
		endSearchAlert: (alert) => endAlert(searchDeps, alert),
	});
}

async function mountWebPages(
	app: FastifyInstance,
	{ config: { webFolder: folder, site, publicUrl }, catalogue }: AppDeps,
): Promise<void> {
	mountManifest(app, site);
	const definitions = pageDefinitions(site.name, catalogue);
	const commonAnswer = () => preloadedCategories(catalogue);
	await mountPages(app, { folder, site, definitions, commonAnswer, publicUrl });
	await mountAdminPages(app, { folder, site });
}

/** The folder of uploads in progress. It is emptied at startup, so instances that share a DATA_DIR need one each. */
function uploadFolderOf({ dataDir, redisUrl, port }: Config): string {
	return join(dataDir, redisUrl ? `uploads-${hostname()}-${port}` : 'uploads');
}

function openRealtimeChannels(
	app: FastifyInstance,
	deps: AppDeps,
	authenticatePerson: AuthenticatePerson,
) {
	const realtime = openRealtimeServer(app, { ...deps, authenticatePerson });
	app.decorate('realtime', realtime);
	watchExpiredSessions(app, realtime, (ids) => listOpenSessions(deps.requestPool.db, ids));
	const adminChannel = openAdminChannel(realtime, {
		...adminSessionDeps(deps.requestPool.db),
		log: deps.log,
	});
	app.decorate('adminChannel', adminChannel);
	return { realtime, adminChannel };
}

function mountSocketEvents(
	realtime: RealtimeServer,
	{ requestPool: { db }, events, log }: AppDeps,
	photoUrls: PhotoUrls,
): void {
	mountChatEvents(realtime, { db, log, photoUrls });
	mountItemEvents(realtime, { db, events, log });
}

function pageDefinitions(siteName: string, catalogue: Catalogue): Record<string, PageDefinition> {
	return {
		...itemPages(siteName, catalogue),
		...personPages(siteName),
		...wantedPages(siteName),
		...staticPageDefinitions(siteName),
	};
}

declare module 'fastify' {
	interface FastifyInstance {
		/** For events sent by background work. */
		realtime: RealtimeServer;
		adminChannel: AdminChannel;
	}
}

interface OpenedParts {
	tokens: Tokens;
	realtime: RealtimeServer;
	photoUrls: PhotoUrls;
}

/** Mounts the routes of sign-in, by password and by a third-party provider, and those of accounts and profiles. */
async function mountAccounts(
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

type ReadUser = (token: string, userId?: number) => ReturnType<AuthenticatePerson>;

/**
 * Returns the function that finds the user of a token. Its result is null if the token is
 * invalid or its session has ended. If `userId` is given, a token of any other user gives null
 * without a query.
 */
function createUserReader(db: Db, tokens: Tokens): ReadUser {
	return async (token, userId) => {
		const claims = tokens.verify(token);
		if (userId !== undefined && claims?.id !== userId) return null;
		if (!claims || !(await touchSession(db, claims))) return null;
		return { id: claims.id, sessionId: claims.sid, version: claims.ver };
	};
}

/**
 * Returns the function that finds the administrator or the user of a token. If `userId` is given, only that user counts,
 * never an administrator.
 */
function createCallerReader(db: Db, readUser: ReadUser): ReadToken {
	return async (token, userId) => {
		const admin = userId === undefined && (await readAdmin(db, token));
		if (admin) return admin;
		const user = await readUser(token, userId);
		return user && { id: user.id, role: 'user', sessionId: user.sessionId };
	};
}

/**
 * Returns the function that explains why a token was rejected. A client with a signed token has signed in before, and may
 * learn that the account is suspended.
 */
function createSuspensionReader(db: Db, tokens: Tokens): ReadRejection {
	return async (token) => {
		const claims = tokens.verify(token);
		const user = claims && (await findUser(db, claims.id));
		return user?.bannedAt ? AUTH_ERRORS.suspended : undefined;
	};
}

/** How the admin channel reads sessions. */
function adminSessionDeps(db: Db): Pick<AdminChannelOptions, 'readAdmin' | 'listOpen'> {
	return {
		readAdmin: (token) => readAdmin(db, token),
		listOpen: (sessionIds) => listOpenAdminSessions(db, sessionIds),
	};
}

import { maxHeaderSize } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import compress from '@fastify/compress';
import Fastify, {
	type FastifyBaseLogger,
	type FastifyInstance,
	type FastifyRequest,
	LogController,
} from 'fastify';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { listOpenAdminSessions } from '#server/admin/administrators/session-queries.ts';
import { readAdmin } from '#server/admin/administrators/sessions.ts';
import { adminRoutes } from '#server/admin/routes.ts';
import type { Invalidation } from '#server/cache/invalidation.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import type { DatabasePool, Db, PooledDb } from '#server/db/client.ts';
import { personPageSources } from '#server/features/accounts/pages.ts';
import { peopleRoutes } from '#server/features/accounts/people/routes.ts';
import { profileRoutes } from '#server/features/accounts/profile/routes.ts';
import { recoveryRoutes } from '#server/features/accounts/recovery-routes.ts';
import { accountRoutes } from '#server/features/accounts/routes.ts';
import { sessionRoutes } from '#server/features/accounts/session-routes.ts';
import { touchSession } from '#server/features/auth/commands.ts';
import { createKnownBrowsers } from '#server/features/auth/known-browsers.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { authRoutes } from '#server/features/auth/routes.ts';
import { listOpenSessions } from '#server/features/auth/sessions/queries.ts';
import { createTokens, type Tokens } from '#server/features/auth/sessions/tokens.ts';
import { createSignInThrottle } from '#server/features/auth/sign-in-throttle.ts';
import { createClientOrigins } from '#server/features/auth/third-party/client-origins.ts';
import { createLinkTokens } from '#server/features/auth/third-party/link-tokens.ts';
import type { IdentityProvider } from '#server/features/auth/third-party/oidc.ts';
import { thirdPartyRoutes } from '#server/features/auth/third-party/routes.ts';
import { blockRoutes } from '#server/features/chat/blocks/routes.ts';
import { chatRoutes } from '#server/features/chat/routes.ts';
import { mountChatEvents } from '#server/features/chat/socket.ts';
import { feedbackRoutes } from '#server/features/feedback/routes.ts';
import { healthRoutes } from '#server/features/health/routes.ts';
import { itemPages } from '#server/features/items/pages.ts';
import { itemRoutes } from '#server/features/items/routes.ts';
import { sitemapRoutes } from '#server/features/items/sitemap.ts';
import { mountItemEvents } from '#server/features/items/socket.ts';
import type { MaintenanceSwitch } from '#server/features/maintenance/maintenance-switch.ts';
import { maintenanceRoutes } from '#server/features/maintenance/routes.ts';
import { notificationRoutes } from '#server/features/notifications/routes.ts';
import { pendingPhotoRoutes } from '#server/features/photos/pending-photo-routes.ts';
import { photoRoutes } from '#server/features/photos/routes.ts';
import { reportRoutes } from '#server/features/reports/routes.ts';
import {
	mountAuthentication,
	type ReadRejection,
	type ReadToken,
} from '#server/http/authenticate.ts';
import { decodableUrl } from '#server/http/decodable-url.ts';
import { connectionErrorSender, frameworkErrorSender, mountErrors } from '#server/http/errors.ts';
import { mountGracefulShutdown } from '#server/http/graceful-shutdown.ts';
import { baseHeadersFor } from '#server/http/header-values.ts';
import { mountDocumentation } from '#server/http/openapi.ts';
import { mountOverloadProtection } from '#server/http/overload.ts';
import { mountAdminPages } from '#server/http/pages/admin-pages.ts';
import type { PageDefinition } from '#server/http/pages/head.ts';
import { mountManifest } from '#server/http/pages/manifest.ts';
import { mountPages } from '#server/http/pages/pages.ts';
import { staticPageDefinitions } from '#server/http/pages/static-pages.ts';
import type { CountCachedRequest } from '#server/http/rate-limits.ts';
import { mountReadYourWrites } from '#server/http/read-your-writes.ts';
import { createRequestIdGenerator, mountRequestIds } from '#server/http/request-id.ts';
import { mountFastPath } from '#server/http/response-cache/fast-path.ts';
import { createResponseCache } from '#server/http/response-cache/response-cache.ts';
import { mountSecurity } from '#server/http/security-headers.ts';
import { mountUploads } from '#server/http/uploads/multipart.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { isLoopback } from '#server/lib/loopback.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import {
	type AdminChannel,
	type AdminChannelOptions,
	openAdminChannel,
} from '#server/realtime/admin-channel.ts';
import type { AuthenticatePerson } from '#server/realtime/authenticate.ts';
import { watchExpiredSessions } from '#server/realtime/expired-sessions.ts';
import { openRealtimeServer, type RealtimeServer } from '#server/realtime/realtime.ts';
import { createPhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { createTimeLimitedStore } from '#server/storage/time-limited-store.ts';
import { onIdentityTakeover } from './account-lifecycle.ts';

export interface AppDeps {
	config: Config;
	/** Connection pool for requests. */
	requestPool: DatabasePool;
	/** For slow queries, such as exports, which must not block requests. */
	backgroundDb: PooledDb;
	store: PhotoStore;
	/** State shared by all instances. */
	cluster: Cluster;
	/** Keys that sign tokens and URLs. */
	secrets: Secrets;
	/** Adds a one-off background task. */
	addTask: AddTask;
	maintenance: MaintenanceSwitch;
	/** Reports changes of public data, so that caches drop it. */
	invalidation: Invalidation;
	/** Enables tracing; called before the first route is added. Undefined if traces are off. */
	mountTraces?: ((app: FastifyInstance) => Promise<void>) | undefined;
	log: FastifyBaseLogger;
}

/** Builds the Fastify app: mounts all routes, pages and socket events. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
	const { config, requestPool, backgroundDb, cluster, secrets, addTask, maintenance } = deps;
	const { invalidation } = deps;
	const { openCounter, degradedServices } = cluster;
	const { db, readRouter } = requestPool;
	const { readFromReplica, replicaStatus } = readRouter;
	const store = createTimeLimitedStore(deps.store);
	const app = await openFastify(deps);
	mountCachedResponses(app, deps, await mountSecurity(app, { ...config, openCounter }));
	await app.register(compress);
	await mountUploads(app, uploadFolderOf(config));
	await mountDocumentation(app, config.site.name);

	const tokens = createTokens(secrets);
	const readPerson = createPersonReader(db, tokens);
	mountAuthentication(app, createCallerReader(db, readPerson), createSuspensionReader(db, tokens));
	const { realtime, adminChannel } = openRealtimeChannels(app, deps, readPerson);
	maintenanceRoutes(app, { maintenance, realtime, adminChannel });
	const photoUrls = createPhotoUrls(config.publicUrl, secrets);
	const clientInfoOf = (request: FastifyRequest) => ({
		ipAddress: request.address,
		isFromLoopback: isLoopback(request.address),
		userAgent: request.headers['user-agent'],
	});
	const identityProvider = await connectProvider(config);

	healthRoutes(app, { db, degradedServices, replicaStatus });
	const authDeps = { db, tokens, addTask, collegeDomains: config.collegeEmailDomains };
	const { publicUrl } = config;
	const throttle = createSignInThrottle(config.rateLimit, openCounter);
	const knownBrowsers = createKnownBrowsers(secrets, publicUrl, 'market');
	const signInGuards = { throttle, knownBrowsers };
	const sessionDeps = { ...authDeps, realtime, clientInfoOf };
	authRoutes(app, { ...sessionDeps, ...signInGuards, photoUrls });
	thirdPartyRoutes(app, { ...sessionDeps, ...thirdPartyDeps(deps), identityProvider });
	const canLink = identityProvider !== undefined;
	accountRoutes(app, { ...sessionDeps, ...signInGuards, backgroundDb, photoUrls, canLink });
	sessionRoutes(app, { ...sessionDeps, ...signInGuards });
	recoveryRoutes(app, { ...authDeps, ...signInGuards, realtime });
	peopleRoutes(app, { read: readFromReplica, photoUrls, timeZone: config.site.timeZone });
	const itemDeps = { db, store, photoUrls, addTask, realtime };
	itemRoutes(app, { ...itemDeps, changes: invalidation, readFromReplica });
	sitemapRoutes(app, { readFromReplica, publicUrl });
	profileRoutes(app, { db, store, photoUrls });
	photoRoutes(app, { readFromReplica, store, secrets });
	pendingPhotoRoutes(app, { db, store, photoUrls });
	chatRoutes(app, { db, photoUrls, config, openCounter });
	mountSocketEvents(realtime, deps);
	blockRoutes(app, { db, realtime });
	reportRoutes(app, { db, addTask, adminChannel });
	feedbackRoutes(app, { db, read: readFromReplica, addTask, adminChannel });
	notificationRoutes(app, { db, realtime, secrets });
	adminRoutes(app, {
		...{ db, backgroundDb, addTask, realtime, adminChannel, photoUrls, config, secrets },
		openCounter,
		applySettings: maintenance.refreshNow,
		knownBrowsers: createKnownBrowsers(secrets, publicUrl, 'office'),
	});
	const { webFolder: folder, site } = config;
	mountManifest(app, site);
	const definitions = pageDefinitions(site.name);
	await mountPages(app, { folder, site, definitions, publicUrl });
	await mountAdminPages(app, { folder, site });
	return app;
}

function thirdPartyDeps({ config, secrets }: AppDeps) {
	const clients = createClientOrigins(secrets, config);
	const { publicUrl } = config;
	return { linkTokens: createLinkTokens(secrets), clients, publicUrl, onIdentityTakeover };
}

async function openFastify({
	config,
	requestPool,
	invalidation,
	log,
	mountTraces,
}: AppDeps): Promise<FastifyInstance> {
	const baseHeaders = baseHeadersFor(config.publicUrl);
	const app: FastifyInstance = Fastify({
		loggerInstance: log,
		trustProxy: config.trustProxy,
		genReqId: createRequestIdGenerator(config.trustProxy),
		// A phone on a slow hostel network may need minutes to upload four photos.
		requestTimeout: 300_000,
		bodyLimit: 256 * 1024,
		// Request lines would hide the other log lines, and contain URLs with tokens.
		logController: new LogController({ disableRequestLogging: true }),
		rewriteUrl: decodableUrl,
		frameworkErrors: frameworkErrorSender(baseHeaders),
		clientErrorHandler: connectionErrorSender(baseHeaders),
		// Requests that arrive during shutdown are still served; each is the last of its connection.
		return503OnClosing: false,
		// Longer than any URL can be, so that each endpoint reports invalid parameters itself.
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
	});
	await mountTraces?.(app);
	mountErrors(app);
	mountRequestIds(app);
	mountGracefulShutdown(app);
	mountOverloadProtection(app, undefined, baseHeaders);
	app.decorate('responseCache', createResponseCache(invalidation));
	mountReadYourWrites(app, requestPool.readRouter);
	return app;
}

function mountCachedResponses(
	app: FastifyInstance,
	{ config, maintenance }: AppDeps,
	countCachedRequest: CountCachedRequest,
): void {
	// Pages differ during maintenance.
	maintenance.onChange(app.responseCache.clear);
	const isInMaintenance = () => maintenance.current().maintenanceMode;
	mountFastPath(app, { ...config, countCachedRequest, isInMaintenance });
}

/** Loads the OpenID Connect client only if a provider is configured. */
async function connectProvider({
	identityProvider,
}: Config): Promise<IdentityProvider | undefined> {
	if (!identityProvider) return undefined;
	const { connectIdentityProvider } = await import('#server/features/auth/third-party/oidc.ts');
	return connectIdentityProvider(identityProvider);
}

/** The folder is emptied at startup, so instances that share a DATA_DIR need one each. */
function uploadFolderOf({ dataDir, redisUrl, port }: Config): string {
	return join(dataDir, redisUrl ? `uploads-${hostname()}-${port}` : 'uploads');
}

function openRealtimeChannels(app: FastifyInstance, deps: AppDeps, readPerson: AuthenticatePerson) {
	const realtime = openRealtimeServer(app, { ...deps, readPerson });
	app.decorate('realtime', realtime);
	watchExpiredSessions(app, realtime, (ids) => listOpenSessions(deps.requestPool.db, ids));
	const adminChannel = openAdminChannel(realtime.io, {
		...adminSessionDeps(deps.requestPool.db),
		bus: deps.cluster.bus,
		rejections: realtime.rejections,
		log: deps.log,
	});
	app.decorate('adminChannel', adminChannel);
	return { realtime, adminChannel };
}

function mountSocketEvents(
	realtime: RealtimeServer,
	{ requestPool: { db }, invalidation, log }: AppDeps,
): void {
	mountChatEvents(realtime, { db, log });
	mountItemEvents(realtime, { db, changes: invalidation, log });
}

function createPersonReader(db: Db, tokens: Tokens): AuthenticatePerson {
	return async (token) => {
		const claims = tokens.verify(token);
		if (!claims || !(await touchSession(db, claims))) return null;
		return { id: claims.id, sessionId: claims.sid, version: claims.ver };
	};
}

function createCallerReader(db: Db, readPerson: AuthenticatePerson): ReadToken {
	return async (token) => {
		const admin = await readAdmin(db, token);
		if (admin) return admin;
		const person = await readPerson(token);
		return person && { id: person.id, role: 'user', sessionId: person.sessionId };
	};
}

/** The holder of a signed token has signed in before, and may learn that the account is suspended. */
function createSuspensionReader(db: Db, tokens: Tokens): ReadRejection {
	return async (token) => {
		const claims = tokens.verify(token);
		const user = claims && (await findUser(db, claims.id));
		return user?.bannedAt ? AUTH_MESSAGES.suspended : undefined;
	};
}

function adminSessionDeps(db: Db): Pick<AdminChannelOptions, 'readAdmin' | 'listOpen'> {
	return {
		readAdmin: (token) => readAdmin(db, token),
		listOpen: (sessionIds) => listOpenAdminSessions(db, sessionIds),
	};
}

function pageDefinitions(siteName: string): Record<string, PageDefinition> {
	return {
		...itemPages(siteName),
		...personPageSources(siteName),
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

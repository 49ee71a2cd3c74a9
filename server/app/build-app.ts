import { hostname } from 'node:os';
import { join } from 'node:path';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { adminRoutes } from '#server/admin/routes.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import type { PooledDb } from '#server/db/client.ts';
import { personPageSources } from '#server/features/accounts/pages.ts';
import { peopleRoutes } from '#server/features/accounts/people/routes.ts';
import { profileRoutes } from '#server/features/accounts/profile/routes.ts';
import { recoveryRoutes } from '#server/features/accounts/recovery-routes.ts';
import { accountRoutes } from '#server/features/accounts/routes.ts';
import { sessionRoutes } from '#server/features/accounts/session-routes.ts';
import { createKnownBrowsers } from '#server/features/auth/known-browsers.ts';
import { authRoutes } from '#server/features/auth/routes.ts';
import { listOpenSessions } from '#server/features/auth/sessions/queries.ts';
import { createTokens } from '#server/features/auth/sessions/tokens.ts';
import { createSignInThrottle } from '#server/features/auth/sign-in-throttle.ts';
import { createClientOrigins } from '#server/features/auth/third-party/client-origins.ts';
import { createLinkTokens } from '#server/features/auth/third-party/link-tokens.ts';
import type { IdentityProvider } from '#server/features/auth/third-party/oidc.ts';
import { thirdPartyRoutes } from '#server/features/auth/third-party/routes.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { categoriesAnswer } from '#server/features/catalogue/pages.ts';
import { catalogueRoutes } from '#server/features/catalogue/routes.ts';
import { blockRoutes } from '#server/features/chat/blocks/routes.ts';
import { chatRoutes } from '#server/features/chat/routes.ts';
import { mountChatEvents } from '#server/features/chat/socket.ts';
import { reviewRoutes } from '#server/features/deals/reviews/routes.ts';
import { dealRoutes } from '#server/features/deals/routes.ts';
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
import { savedRoutes } from '#server/features/saved/routes.ts';
import { endAlert } from '#server/features/searches/commands.ts';
import { recompileOnChange } from '#server/features/searches/recompile.ts';
import { searchRoutes } from '#server/features/searches/routes.ts';
import { studiesRoutes } from '#server/features/studies/routes.ts';
import { wantedPages } from '#server/features/wanted/pages.ts';
import { wantedRoutes } from '#server/features/wanted/routes.ts';
import { mountAuthentication } from '#server/http/authenticate.ts';
import { mountDocumentation } from '#server/http/openapi.ts';
import { mountAdminPages } from '#server/http/pages/admin-pages.ts';
import type { PageDefinition } from '#server/http/pages/head.ts';
import { mountManifest } from '#server/http/pages/manifest.ts';
import { mountPages } from '#server/http/pages/pages.ts';
import { staticPageDefinitions } from '#server/http/pages/static-pages.ts';
import type { CountCachedRequest } from '#server/http/rate-limits.ts';
import { createFastPath } from '#server/http/response-cache/fast-path.ts';
import { mountSecurity } from '#server/http/security-headers.ts';
import type { EarlyHandler } from '#server/http/server.ts';
import { mountUploads } from '#server/http/uploads/multipart.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { isLoopback } from '#server/lib/loopback.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { type AdminChannel, openAdminChannel } from '#server/realtime/admin-channel.ts';
import type { AuthenticatePerson } from '#server/realtime/authenticate.ts';
import { watchExpiredSessions } from '#server/realtime/expired-sessions.ts';
import { openRealtimeServer, type RealtimeServer } from '#server/realtime/realtime.ts';
import { createPhotoUrls, type PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { createTimeLimitedStore } from '#server/storage/time-limited-store.ts';
import { accountLifecycle } from './account-lifecycle.ts';
import {
	adminSessionDeps,
	createCallerReader,
	createPersonReader,
	createSuspensionReader,
} from './callers.ts';
import { type FastifyDeps, openFastify } from './open-fastify.ts';
import { erasePersonalData, exportPersonalData } from './personal-data.ts';

export interface AppDeps extends FastifyDeps {
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
	catalogue: Catalogue;
}

/** Builds the Fastify app: mounts all routes, pages and socket events. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
	const { config, requestPool, backgroundDb, cluster, secrets, addTask, catalogue } = deps;
	const { maintenance } = deps;
	const { openCounter, degradedServices } = cluster;
	const { db, readRouter } = requestPool;
	const { readFromReplica, replicaStatus } = readRouter;
	const store = createTimeLimitedStore(deps.store);
	const { app, server, overloadProtection } = await openFastify(deps);
	const fastPath = cacheResponses(app, deps, await mountSecurity(app, { ...config, openCounter }));
	await app.register(compress);
	await mountUploads(app, uploadFolderOf(config));
	await mountDocumentation(app, config.site.name);

	const tokens = createTokens(secrets);
	const readPerson = createPersonReader(db, tokens);
	mountAuthentication(app, createCallerReader(db, readPerson), createSuspensionReader(db, tokens));
	const { realtime, adminChannel } = openRealtimeChannels(app, deps, readPerson);
	server.handleFirst([fastPath, overloadProtection, realtime.earlyHandler]);
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
	accountRoutes(app, {
		...{ ...sessionDeps, ...signInGuards, backgroundDb, photoUrls },
		canLink: identityProvider !== undefined,
		...{ exportPersonalData, erasePersonalData, accountLifecycle },
	});
	sessionRoutes(app, { ...sessionDeps, ...signInGuards });
	recoveryRoutes(app, { ...authDeps, ...signInGuards, realtime });
	peopleRoutes(app, { read: readFromReplica, photoUrls, timeZone: config.site.timeZone });
	reviewRoutes(app, { read: readFromReplica });
	mountItems(app, deps, { db, readFromReplica, store, photoUrls, realtime });
	studiesRoutes(app, { db, catalogue, photoUrls, timeZone: config.site.timeZone });
	profileRoutes(app, { db, store, photoUrls });
	photoRoutes(app, { readFromReplica, store, secrets });
	pendingPhotoRoutes(app, { db, store, photoUrls });
	chatRoutes(app, { db, store, photoUrls, secrets, config, openCounter });
	mountSocketEvents(realtime, deps, photoUrls);
	blockRoutes(app, { db, realtime });
	reportRoutes(app, { db, addTask, adminChannel });
	feedbackRoutes(app, { db, read: readFromReplica, addTask, adminChannel });
	mountNotifications(app, deps, realtime);
	adminRoutes(app, {
		...{ db, backgroundDb, addTask, realtime, adminChannel, photoUrls, config, secrets },
		catalogue,
		openCounter,
		accountLifecycle,
		applySettings: maintenance.refreshNow,
		knownBrowsers: createKnownBrowsers(secrets, publicUrl, 'office'),
	});
	await mountWebPages(app, deps);
	return app;
}

function mountItems(
	app: FastifyInstance,
	{ catalogue, addTask, invalidation: changes, config: { publicUrl, site } }: AppDeps,
	shared: Omit<Parameters<typeof itemRoutes>[1], 'catalogue' | 'addTask' | 'changes'> & {
		realtime: RealtimeServer;
	},
): void {
	catalogueRoutes(app, catalogue);
	itemRoutes(app, { ...shared, catalogue, addTask, changes });
	const { timeZone } = site;
	dealRoutes(app, { ...shared, catalogue, addTask, timeZone, site: { ...site, publicUrl } });
	sitemapRoutes(app, { ...shared, catalogue, publicUrl });
	savedRoutes(app, shared);
	wantedRoutes(app, { ...shared, catalogue, addTask });
}

function mountNotifications(
	app: FastifyInstance,
	{ requestPool: { db }, catalogue, addTask, config, secrets, log }: AppDeps,
	realtime: RealtimeServer,
): void {
	const searchDeps = { db, catalogue, timeZone: config.site.timeZone };
	searchRoutes(app, searchDeps);
	recompileOnChange(catalogue, { db, addTask, log });
	notificationRoutes(app, {
		...{ db, realtime, secrets },
		endSearchAlert: (alert) => endAlert(searchDeps, alert),
	});
}

async function mountWebPages(
	app: FastifyInstance,
	{ config: { webFolder: folder, site, publicUrl }, catalogue }: AppDeps,
): Promise<void> {
	mountManifest(app, site);
	const definitions = pageDefinitions(site.name, catalogue);
	const commonAnswer = () => categoriesAnswer(catalogue);
	await mountPages(app, { folder, site, definitions, commonAnswer, publicUrl });
	await mountAdminPages(app, { folder, site });
}

function thirdPartyDeps({ config, secrets }: AppDeps) {
	const clients = createClientOrigins(secrets, config);
	const { publicUrl } = config;
	return { linkTokens: createLinkTokens(secrets), clients, publicUrl, accountLifecycle };
}

function cacheResponses(
	app: FastifyInstance,
	{ config, maintenance, catalogue }: AppDeps,
	countCachedRequest: CountCachedRequest,
): EarlyHandler {
	// Pages differ during maintenance.
	maintenance.onChange(app.responseCache.clear);
	// Every page names the categories.
	catalogue.onChange(app.responseCache.clear);
	const isInMaintenance = () => maintenance.current().maintenanceMode;
	return createFastPath(app, { ...config, countCachedRequest, isInMaintenance });
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
	photoUrls: PhotoUrls,
): void {
	mountChatEvents(realtime, { db, log, photoUrls });
	mountItemEvents(realtime, { db, changes: invalidation, log });
}

function pageDefinitions(siteName: string, catalogue: Catalogue): Record<string, PageDefinition> {
	return {
		...itemPages(siteName, catalogue),
		...personPageSources(siteName),
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

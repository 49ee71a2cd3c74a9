import { hostname } from 'node:os';
import { join } from 'node:path';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '#server/admin/routes.ts';
import type { Config } from '#server/config/config.ts';
import { personPages } from '#server/features/accounts/pages.ts';
import { listOpenSessions } from '#server/features/auth/sessions/queries.ts';
import { createTokens } from '#server/features/auth/sessions/tokens.ts';
import { createKnownBrowsers } from '#server/features/auth/sign-in-guards.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { preloadedCategories } from '#server/features/catalogue/pages.ts';
import { catalogueRoutes } from '#server/features/catalogue/routes.ts';
import { blockRoutes, chatRoutes } from '#server/features/chat/routes.ts';
import { mountChatEvents } from '#server/features/chat/socket.ts';
import { reviewRoutes } from '#server/features/deals/reviews/routes.ts';
import { dealRoutes } from '#server/features/deals/routes.ts';
import { feedbackRoutes } from '#server/features/feedback/routes.ts';
import { healthRoutes } from '#server/features/health/routes.ts';
import { itemPages } from '#server/features/items/pages.ts';
import { itemRoutes } from '#server/features/items/routes.ts';
import { sitemapRoutes } from '#server/features/items/sitemap.ts';
import { mountItemEvents } from '#server/features/items/socket.ts';
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
import { mountAuthentication } from '#server/http/authenticate.ts';
import { createEarlyAnswers } from '#server/http/memo.ts';
import { mountDocumentation } from '#server/http/openapi.ts';
import { mountAdminPages } from '#server/http/pages/admin-pages.ts';
import type { PageDefinition } from '#server/http/pages/head.ts';
import { mountPages } from '#server/http/pages/pages.ts';
import { mountManifest, staticPageDefinitions } from '#server/http/pages/static-pages.ts';
import { mountSecurity } from '#server/http/security-headers.ts';
import { mountUploads } from '#server/http/uploads/multipart.ts';
import { type AdminChannel, openAdminChannel } from '#server/realtime/admin-channel.ts';
import type { AuthenticatePerson } from '#server/realtime/admission.ts';
import {
	openRealtimeServer,
	type RealtimeServer,
	watchExpiredSessions,
} from '#server/realtime/realtime.ts';
import { createTimeLimitedStore } from '#server/storage/photo-store.ts';
import { createPhotoUrls, type PhotoUrls } from '#server/storage/photo-urls.ts';
import { accountLifecycle } from './account-lifecycle.ts';
import type { AppDeps } from './app-deps.ts';
import {
	adminSessionDeps,
	createCallerReader,
	createSuspensionReader,
	createUserReader,
} from './callers.ts';
import { mountAccounts } from './mount-accounts.ts';
import { openFastify } from './open-fastify.ts';

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
	reviewRoutes(app, { db });
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

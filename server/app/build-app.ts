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
import { officeRoutes } from '#server/admin/routes.ts';
import type { PublicChanges } from '#server/cache/invalidation.ts';
import type { Instances } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import type { Connection, Db, PooledDb } from '#server/db/client.ts';
import { personPageSources } from '#server/features/accounts/pages.ts';
import { peopleRoutes } from '#server/features/accounts/people/routes.ts';
import { profileRoutes } from '#server/features/accounts/profile/routes.ts';
import { recoveryRoutes } from '#server/features/accounts/recovery-routes.ts';
import { accountRoutes } from '#server/features/accounts/routes.ts';
import { sessionRoutes } from '#server/features/accounts/session-routes.ts';
import { seeSession } from '#server/features/auth/commands.ts';
import { createDevices } from '#server/features/auth/known-browsers.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { authRoutes } from '#server/features/auth/routes.ts';
import { listOpenSessions } from '#server/features/auth/sessions/queries.ts';
import { createTokens, type Tokens } from '#server/features/auth/sessions/tokens.ts';
import { createSignInThrottle } from '#server/features/auth/sign-in-throttle.ts';
import { openClientOrigins } from '#server/features/auth/third-party/client-origins.ts';
import { createLinkTickets } from '#server/features/auth/third-party/link-tokens.ts';
import type { IdentityProvider } from '#server/features/auth/third-party/oidc.ts';
import { thirdPartyRoutes } from '#server/features/auth/third-party/routes.ts';
import { blockRoutes } from '#server/features/chat/blocks/routes.ts';
import { chatRoutes } from '#server/features/chat/routes.ts';
import { chatSocket } from '#server/features/chat/socket.ts';
import { feedbackRoutes } from '#server/features/feedback/routes.ts';
import { healthRoutes } from '#server/features/health/routes.ts';
import { itemPageSources } from '#server/features/items/pages.ts';
import { itemRoutes } from '#server/features/items/routes.ts';
import { sitemapRoutes } from '#server/features/items/sitemap.ts';
import { itemSocket } from '#server/features/items/socket.ts';
import type { MaintenanceSwitch } from '#server/features/maintenance/mode.ts';
import { maintenanceRoutes } from '#server/features/maintenance/routes.ts';
import { noticeRoutes } from '#server/features/notifications/routes.ts';
import { photoRoutes } from '#server/features/photos/routes.ts';
import { uploadRoutes } from '#server/features/photos/upload-routes.ts';
import { reportRoutes } from '#server/features/reports/routes.ts';
import { mountCallers, type ReadEnd, type ReadToken } from '#server/http/authenticate.ts';
import { connectionErrorSender, mountErrors, unroutedSender } from '#server/http/errors.ts';
import { mountClosing } from '#server/http/graceful-shutdown.ts';
import { bareHeaders } from '#server/http/header-values.ts';
import { mountDocumentation } from '#server/http/openapi.ts';
import { mountOverload } from '#server/http/overload.ts';
import { mountOfficePages } from '#server/http/pages/admin-pages.ts';
import type { PageSource } from '#server/http/pages/head.ts';
import { mountManifest } from '#server/http/pages/manifest.ts';
import { mountPages } from '#server/http/pages/pages.ts';
import { plainPageSources } from '#server/http/pages/static-pages.ts';
import type { CountAtOnce } from '#server/http/rate-limits.ts';
import { mountOwnWrites } from '#server/http/read-your-writes.ts';
import { readableAddress } from '#server/http/readable-address.ts';
import { createRequestIds, mountRequestIds } from '#server/http/request-id.ts';
import { mountReadyLane } from '#server/http/response-cache/fast-path.ts';
import { keepReadyAnswers } from '#server/http/response-cache/response-cache.ts';
import { mountGuards } from '#server/http/security-headers.ts';
import { mountUploads } from '#server/http/uploads/multipart.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { isLoopback } from '#server/lib/loopback.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { type Office, type OfficeOptions, openOffice } from '#server/realtime/admin-channel.ts';
import type { ReadPerson } from '#server/realtime/authenticate.ts';
import { watchOverSessions } from '#server/realtime/expired-sessions.ts';
import { type LiveServer, openLive } from '#server/realtime/realtime.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { publishPhotos } from '#server/storage/published-photos.ts';
import { storeInTime } from '#server/storage/time-limited-store.ts';

export interface Deps {
	config: Config;
	/** For requests. */
	connection: Connection;
	/** For what takes as long as it takes. */
	unhurried: PooledDb;
	store: PhotoStore;
	/** What the instances of the market share. */
	instances: Instances;
	/** Sign tokens and addresses. */
	secrets: Secrets;
	/** Has one-off work done in the background. */
	addTask: AddTask;
	/** Whether the market is closed for maintenance. */
	maintenance: MaintenanceSwitch;
	/** What everybody may read, as it changes. */
	changes: PublicChanges;
	/** Has the app traced, before its first route; unset, it is not. */
	mountTraces?: ((app: FastifyInstance) => Promise<void>) | undefined;
	log: FastifyBaseLogger;
}

/** The server's table of contents. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
	const { config, connection, unhurried, instances, secrets, addTask, maintenance } = deps;
	const { changes } = deps;
	const { openCounter } = instances;
	const { db, reading } = connection;
	const store = storeInTime(deps.store);
	const app = await openFastify(deps);
	mountReady(app, deps, await mountGuards(app, { ...config, openCounter }));
	await app.register(compress);
	await mountUploads(app, uploadFolderOf(config));
	await mountDocumentation(app, config.site.name);

	const tokens = createTokens(secrets);
	const readPerson = personReader(db, tokens);
	mountCallers(app, callerReader(db, readPerson), suspensionReader(db, tokens));
	const { live, office } = openRealtime(app, deps, readPerson);
	maintenanceRoutes(app, { maintenance, live, office });
	const addresses = publishPhotos(config.publicUrl, secrets);
	const visitorOf = (request: FastifyRequest) => ({
		address: request.address,
		fromThisComputer: isLoopback(request.address),
		userAgent: request.headers['user-agent'],
	});
	const identityProvider = await connectProvider(config);

	healthRoutes(app, { db, troubles: instances.troubles, standing: reading.standing });
	const doors = { db, tokens, addTask, collegeDomains: config.collegeEmailDomains };
	const { publicUrl } = config;
	const throttle = createSignInThrottle(config.rateLimit, openCounter);
	const porter = { throttle, devices: createDevices(secrets, publicUrl, 'market') };
	authRoutes(app, { ...doors, ...porter, addresses, live, visitorOf });
	thirdPartyRoutes(app, { ...doors, ...thirdParty(deps), identityProvider, live, visitorOf });
	const canLink = identityProvider !== undefined;
	accountRoutes(app, { ...doors, ...porter, unhurried, addresses, live, canLink, visitorOf });
	sessionRoutes(app, { ...doors, ...porter, live, visitorOf });
	recoveryRoutes(app, { ...doors, ...porter, live });
	peopleRoutes(app, { read: reading.read, addresses, timeZone: config.site.timeZone });
	itemRoutes(app, { changes, db, read: reading.read, store, addresses, addTask, live });
	sitemapRoutes(app, { read: reading.read, publicUrl });
	profileRoutes(app, { db, store, addresses });
	photoRoutes(app, { read: reading.read, store, secrets });
	uploadRoutes(app, { db, store, addresses });
	chatRoutes(app, { db, addresses, config, openCounter });
	mountLiveEvents(live, deps);
	blockRoutes(app, { db, live });
	reportRoutes(app, { db, addTask, office });
	feedbackRoutes(app, { db, read: reading.read, addTask, office });
	noticeRoutes(app, { db, live, secrets });
	officeRoutes(app, {
		...{ db, unhurried, addTask, live, office, addresses, config, secrets },
		openCounter,
		applySettings: maintenance.lookNow,
		devices: createDevices(secrets, publicUrl, 'office'),
	});
	const { webFolder: folder, site } = config;
	mountManifest(app, site);
	const sources = pageSources(site.name);
	await mountPages(app, { folder, site, sources, publicUrl });
	await mountOfficePages(app, { folder, site });
	return app;
}

function thirdParty({ config, secrets }: Deps) {
	const clients = openClientOrigins(secrets, config);
	return { tickets: createLinkTickets(secrets), clients, publicUrl: config.publicUrl };
}

async function openFastify({
	config,
	connection,
	changes,
	log,
	mountTraces,
}: Deps): Promise<FastifyInstance> {
	const bare = bareHeaders(config.publicUrl);
	const app: FastifyInstance = Fastify({
		loggerInstance: log,
		trustProxy: config.trustProxy,
		genReqId: createRequestIds(config.trustProxy),
		// A phone on a hostel's network may need minutes for four photos; nobody needs longer.
		requestTimeout: 300_000,
		bodyLimit: 256 * 1024,
		// A line for every request would bury the events, and hold addresses with tokens in them.
		logController: new LogController({ disableRequestLogging: true }),
		rewriteUrl: readableAddress,
		frameworkErrors: unroutedSender(bare),
		clientErrorHandler: connectionErrorSender(bare),
		// A request that arrives while we close is served like those before it, as the last of its connection.
		return503OnClosing: false,
		// Longer than any address can be: what is wrong with a part of one is for its call to say.
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
	});
	await mountTraces?.(app);
	mountErrors(app);
	mountRequestIds(app);
	mountClosing(app);
	mountOverload(app, undefined, bare);
	app.decorate('readyAnswers', keepReadyAnswers(changes));
	mountOwnWrites(app, connection.reading);
	return app;
}

function mountReady(
	app: FastifyInstance,
	{ config, maintenance }: Deps,
	countAtOnce: CountAtOnce,
): void {
	// Pages differ while the market is closed.
	maintenance.watch(app.readyAnswers.forget);
	const isClosed = () => maintenance.current().maintenanceMode;
	mountReadyLane(app, { ...config, countAtOnce, isClosed });
}

/** What speaks with it is not loaded where there is none. */
async function connectProvider({
	identityProvider,
}: Config): Promise<IdentityProvider | undefined> {
	if (!identityProvider) return undefined;
	const { connectIdentityProvider } = await import('#server/features/auth/third-party/oidc.ts');
	return connectIdentityProvider(identityProvider);
}

/** It is emptied at the start: instances that see one DATA_DIR have one each, beside each other. */
function uploadFolderOf({ dataDir, redisUrl, port }: Config): string {
	return join(dataDir, redisUrl ? `uploads-${hostname()}-${port}` : 'uploads');
}

function openRealtime(app: FastifyInstance, deps: Deps, readPerson: ReadPerson) {
	const live = openLive(app, { ...deps, readPerson });
	app.decorate('live', live);
	watchOverSessions(app, live, (ids) => listOpenSessions(deps.connection.db, ids));
	const office = openOffice(live.io, {
		...officeSessions(deps.connection.db),
		bus: deps.instances.bus,
		refusals: live.refusals,
		log: deps.log,
	});
	app.decorate('office', office);
	return { live, office };
}

function mountLiveEvents(live: LiveServer, { connection: { db }, changes, log }: Deps): void {
	chatSocket(live, { db, log });
	itemSocket(live, { db, changes, log });
}

function personReader(db: Db, tokens: Tokens): ReadPerson {
	return async (token) => {
		const claims = tokens.read(token);
		if (!claims || !(await seeSession(db, claims))) return null;
		return { id: claims.id, sessionId: claims.sid, version: claims.ver };
	};
}

function callerReader(db: Db, readPerson: ReadPerson): ReadToken {
	return async (token) => {
		const admin = await readAdmin(db, token);
		if (admin) return admin;
		const person = await readPerson(token);
		return person && { id: person.id, role: 'user', sessionId: person.sessionId };
	};
}

/** Whoever holds a token of theirs has been let in before: they learn why it is over. */
function suspensionReader(db: Db, tokens: Tokens): ReadEnd {
	return async (token) => {
		const claims = tokens.read(token);
		const user = claims && (await findUser(db, claims.id));
		return user?.bannedAt ? AUTH_MESSAGES.suspended : undefined;
	};
}

function officeSessions(db: Db): Pick<OfficeOptions, 'readAdmin' | 'listOpen'> {
	return {
		readAdmin: (token) => readAdmin(db, token),
		listOpen: (sessionIds) => listOpenAdminSessions(db, sessionIds),
	};
}

function pageSources(siteName: string): Record<string, PageSource> {
	return {
		...itemPageSources(siteName),
		...personPageSources(siteName),
		...plainPageSources(siteName),
	};
}

declare module 'fastify' {
	interface FastifyInstance {
		/** For news that begin in the background. */
		live: LiveServer;
		office: Office;
	}
}

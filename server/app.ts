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
import type { Config } from './config.ts';
import type { Connection, Db, PooledDb } from './db/client.ts';
import type { PublicChanges } from './db/public-changes.ts';
import { personPageSources } from './features/account/page-sources.ts';
import { recoveryRoutes } from './features/account/recovery-routes.ts';
import { accountRoutes } from './features/account/routes.ts';
import { sessionRoutes } from './features/account/session-routes.ts';
import { listOpenAdminSessions } from './features/admin/administrators/session-queries.ts';
import { readAdmin } from './features/admin/administrators/sessions.ts';
import { officeRoutes } from './features/admin/routes.ts';
import { openClientOrigins } from './features/auth/client-origins.ts';
import { seeSession } from './features/auth/commands.ts';
import { createDevices } from './features/auth/devices.ts';
import type { IdentityProvider } from './features/auth/identity-provider.ts';
import { createLinkTickets } from './features/auth/link-tickets.ts';
import { findUser } from './features/auth/queries.ts';
import { authRoutes } from './features/auth/routes.ts';
import { listOpenSessions } from './features/auth/sessions/queries.ts';
import { createTokens, type Tokens } from './features/auth/sessions/tokens.ts';
import { thirdPartyRoutes } from './features/auth/third-party-routes.ts';
import { createSignInThrottle } from './features/auth/throttle.ts';
import { blockRoutes } from './features/blocks/routes.ts';
import { chatRoutes } from './features/chats/routes.ts';
import { chatSocket } from './features/chats/socket.ts';
import { feedbackRoutes } from './features/feedback/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { itemPageSources } from './features/items/page-sources.ts';
import { itemRoutes } from './features/items/routes.ts';
import { sitemapRoutes } from './features/items/sitemap.ts';
import { itemSocket } from './features/items/socket.ts';
import { maintenanceRoutes } from './features/maintenance/routes.ts';
import type { MaintenanceSwitch } from './features/maintenance/switch.ts';
import { noticeRoutes } from './features/notices/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { photoRoutes } from './features/photos/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { mountCallers, type ReadEnd, type ReadToken } from './http/caller.ts';
import { mountClosing } from './http/closing.ts';
import { mountDocumentation } from './http/documentation.ts';
import { connectionErrorSender, mountErrors, unroutedSender } from './http/errors.ts';
import { mountGuards } from './http/guards.ts';
import { bareHeaders } from './http/headers.ts';
import type { CountAtOnce } from './http/limits.ts';
import { mountManifest } from './http/manifest.ts';
import { mountOfficePages } from './http/office-pages.ts';
import { mountOverload } from './http/overload.ts';
import { mountOwnWrites } from './http/own-writes.ts';
import type { PageSource } from './http/page-head.ts';
import { mountPages } from './http/pages.ts';
import { plainPageSources } from './http/plain-page-sources.ts';
import { readableAddress } from './http/readable-address.ts';
import { keepReadyAnswers } from './http/ready-answers.ts';
import { mountReadyLane } from './http/ready-lane.ts';
import { createRequestIds, mountRequestIds } from './http/request-id.ts';
import { mountUploads } from './http/upload.ts';
import type { Instances } from './instances/instances.ts';
import type { AddTask } from './jobs/tasks.ts';
import { isLoopback } from './lib/loopback.ts';
import type { Secrets } from './lib/secrets.ts';
import type { ReadPerson } from './realtime/admission.ts';
import { type LiveServer, openLive } from './realtime/live.ts';
import { type Office, type OfficeOptions, openOffice } from './realtime/office.ts';
import { watchOverSessions } from './realtime/over-sessions.ts';
import type { PhotoStore } from './storage/photo-store.ts';
import { publishPhotos } from './storage/published-photos.ts';
import { storeInTime } from './storage/store-in-time.ts';

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
	const { connectIdentityProvider } = await import('./features/auth/identity-provider.ts');
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

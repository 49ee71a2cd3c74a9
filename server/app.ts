import { join } from 'node:path';
import compress from '@fastify/compress';
import Fastify, {
	type FastifyBaseLogger,
	type FastifyInstance,
	type FastifyRequest,
	LogController,
} from 'fastify';
import { type Config, isLoopback } from './config.ts';
import type { Connection } from './db/client.ts';
import { connectIdentityProvider } from './features/auth/identity-provider.ts';
import { isSessionOpen } from './features/auth/queries.ts';
import { authRoutes } from './features/auth/routes.ts';
import { thirdPartyRoutes } from './features/auth/third-party-routes.ts';
import { createTokens } from './features/auth/tokens.ts';
import { healthRoutes } from './features/health/routes.ts';
import { itemRoutes } from './features/items/routes.ts';
import { photoRoutes } from './features/photos/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { mountCallers } from './http/caller.ts';
import { mountDocumentation } from './http/documentation.ts';
import { mountErrors, sendError } from './http/errors.ts';
import { mountGuards } from './http/guards.ts';
import { mountPages } from './http/pages.ts';
import { mountUploads } from './http/upload.ts';
import type { PhotoStore } from './storage/photo-store.ts';
import { publishPhotos } from './storage/published-photos.ts';

export interface Deps {
	config: Config;
	connection: Connection;
	store: PhotoStore;
	/** Signs tokens and addresses. */
	secret: string;
	/** The built web app. */
	webFolder: string;
	log: FastifyBaseLogger;
}

/** The server's table of contents. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
	const { config, connection, store, secret, webFolder, log } = deps;
	const { db } = connection;
	const app = Fastify({
		loggerInstance: log,
		trustProxy: config.trustProxy,
		genReqId: () => crypto.randomUUID(),
		// A phone on a hostel's network may need minutes for four photos; nobody needs longer.
		requestTimeout: 300_000,
		bodyLimit: 256 * 1024,
		// A line for every request would bury the events, and hold addresses with tokens in them.
		logController: new LogController({ disableRequestLogging: true }),
		frameworkErrors: sendError,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
	});
	mountErrors(app);
	await mountGuards(app, config);
	await app.register(compress);
	await mountUploads(app, join(config.dataDir, 'uploads'));
	await mountDocumentation(app, config.site.name);

	const tokens = createTokens(secret);
	mountCallers(app, async (token) => {
		const claims = await tokens.read(token);
		if (!claims || !(await isSessionOpen(db, claims))) return null;
		return { id: claims.id, role: 'user', sessionId: claims.sid };
	});
	const addresses = publishPhotos(config.publicUrl, secret);
	const isFromThisComputer = (request: FastifyRequest) => isLoopback(request.ip);
	const identityProvider =
		config.identityProvider && connectIdentityProvider(config.identityProvider);

	healthRoutes(app, { db });
	authRoutes(app, { db, tokens, addresses, isFromThisComputer });
	const { publicUrl } = config;
	thirdPartyRoutes(app, { db, tokens, identityProvider, publicUrl, isFromThisComputer });
	itemRoutes(app, { db, store, addresses });
	profileRoutes(app, { db, store, addresses });
	photoRoutes(app, { db, store, signingSecret: secret });
	await mountPages(app, { folder: webFolder, site: config.site });
	return app;
}

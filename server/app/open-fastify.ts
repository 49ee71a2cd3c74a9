import { maxHeaderSize } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import { connectionErrorSender, frameworkErrorSender, mountErrors } from '#server/http/errors.ts';
import { createMemo } from '#server/http/memo.ts';
import { mountOverloadProtection } from '#server/http/overload.ts';
import { createRequestIdGenerator, mountRequestIds } from '#server/http/request-headers.ts';
import { baseHeadersFor } from '#server/http/security-headers.ts';
import {
	createHttpServer,
	decodableUrl,
	type EarlyHandler,
	type HttpServer,
	mountGracefulShutdown,
} from '#server/http/server.ts';

export interface FastifyDeps {
	config: Config;
	/** Reports changes of public data, so that answers kept for everybody are dropped. */
	events: DatabaseEvents;
	log: FastifyBaseLogger;
}

interface OpenedFastify {
	app: FastifyInstance;
	server: HttpServer;
	overloadProtection: EarlyHandler;
}

/** Opens Fastify on our HTTP server, with what every request needs: errors, ids, overload protection, cached responses. */
export async function openFastify({ config, events, log }: FastifyDeps): Promise<OpenedFastify> {
	const server = createHttpServer();
	const baseHeaders = baseHeadersFor(config.publicUrl);
	const app: FastifyInstance = Fastify({
		serverFactory: server.serverFactory,
		loggerInstance: log,
		trustProxy: config.trustProxy,
		genReqId: createRequestIdGenerator(config.trustProxy),
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
	mountErrors(app);
	mountRequestIds(app);
	mountGracefulShutdown(app);
	const overloadProtection = mountOverloadProtection(app, baseHeaders);
	app.decorate('memo', createMemo());
	events.subscribe('dropKeptAnswers', app.memo.clear);
	return { app, server, overloadProtection };
}

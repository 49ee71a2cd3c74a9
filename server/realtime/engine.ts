import type { IncomingMessage } from 'node:http';
import { Server, type ServerOptions } from 'engine.io';
import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import { baseHeadersFor } from '#server/http/header-values.ts';
import { type EarlyHandler, isForSocketIo } from '#server/http/server.ts';
import { isAllowedOrigin } from './allowed-origins.ts';
import { limitConnections } from './connection-limits.ts';
import type { RefusalLog } from './refusal-log.ts';
import { batchWrites } from './write-batching.ts';

interface Options {
	config: Config;
	cluster: Pick<Cluster, 'openCounter'>;
	refusalLog: RefusalLog;
	isClosing: () => boolean;
}

/** Creates the Engine.IO server, which carries Socket.IO's packets over WebSocket and polling. */
export function createEngine(options: Options): Server {
	const { config, refusalLog } = options;
	const engine = new Server({
		perMessageDeflate: false,
		maxHttpBufferSize: SOCKET_LIMITS.maxBytes,
		cors: { origin: [...config.corsOrigins] },
		allowRequest: authorizeConnection(options),
	});
	const baseHeaders = baseHeadersFor(config.publicUrl);
	// Engine.IO answers its requests itself, so the app adds no headers to these responses.
	engine.on('headers', (headers: object) => void Object.assign(headers, baseHeaders));
	batchWrites(engine);
	releaseRequests(engine, refusalLog);
	return engine;
}

/** Gives Engine.IO its requests. */
export function createEngineHandler(engine: Server): EarlyHandler {
	return {
		handleRequest: (next) => (request, response) =>
			isForSocketIo(request) ? engine.handleRequest(request, response) : next(request, response),
		handleUpgrade: () => (request, socket, head) => engine.handleUpgrade(request, socket, head),
	};
}

/** Checks made before authentication: shutdown, connection limit, origin. */
function authorizeConnection({
	config,
	cluster,
	refusalLog,
	isClosing,
}: Options): NonNullable<ServerOptions['allowRequest']> {
	const countConnection = limitConnections(config, cluster.openCounter);
	return (request, callback) => {
		const reject = (kind: 'forbidden' | 'too_many') => {
			refusalLog.record({ kind, ip: refusalLog.addressOf(request) });
			callback(null, false);
		};
		if (isClosing()) return callback(null, false);
		// Counted first, so that connections from foreign origins can't flood the log.
		void countConnection(request).then((isAllowed) => {
			if (!isAllowed) return reject('too_many');
			if (!isAllowedOrigin(request.headers, config)) return reject('forbidden');
			return callback(null, true);
		});
	};
}

/**
 * Releases each connection's request, which Engine.IO retains and no code reads later: it takes much of a connection's
 * memory (bench/RESULTS.md, "memory of an idle socket").
 */
function releaseRequests(engine: Server, refusalLog: RefusalLog): void {
	engine.on('connection', (connection: { request: IncomingMessage | null }) => {
		if (connection.request) refusalLog.rememberAddress(connection, connection.request);
		connection.request = null;
	});
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Config } from '#server/config/config.ts';
import {
	createClientAddressReader,
	createRequestIdGenerator,
} from '#server/http/client-address.ts';
import type { CountCachedRequest } from '#server/http/rate-limits.ts';
import type { EarlyHandler } from '#server/http/server.ts';
import { type CachedResponse, encodingFor, matchesEtag } from './response-cache.ts';

interface Options extends Pick<Config, 'trustProxy'> {
	countCachedRequest: CountCachedRequest;
	/** Whether the site is closed for maintenance. */
	isInMaintenance: () => boolean;
}

/** Type of API responses; photos don't count as API calls. Pages are never found here (response-cache.ts). */
const API_CONTENT_TYPE = 'application/json';

/**
 * Serves cached responses before any other processing (bench/RESULTS.md, "cached reads: rate"). What was sent to one
 * anonymous client is sent to the next, headers included. Fastify handles all other requests, and thereby fills the
 * cache.
 */
export function createFastPath(app: FastifyInstance, options: Options): EarlyHandler {
	const { trustProxy, countCachedRequest, isInMaintenance } = options;
	const { responseCache } = app;
	const requestIdOf = createRequestIdGenerator(trustProxy);
	const addressOf = createClientAddressReader(trustProxy);

	/** @returns false when the address is at its limit */
	const countIfAllowed = ({ type }: CachedResponse, request: IncomingMessage) =>
		countCachedRequest(addressOf(request), type.startsWith(API_CONTENT_TYPE));

	/** @returns false when the request must be handled normally */
	function sendCachedResponse(
		cached: CachedResponse,
		request: IncomingMessage,
		response: ServerResponse,
	): boolean {
		// Set when Fastify first sends this response.
		if (!cached.headers) return false;
		if (matchesEtag(request.headers['if-none-match'], cached.etag)) {
			if (!countIfAllowed(cached, request)) return false;
			response.writeHead(304, cached.headers.notModified).end();
			return true;
		}
		const encoding = encodingFor(request.headers['accept-encoding'], cached);
		const body = cached.bodies.get(encoding);
		if (body === undefined || !countIfAllowed(cached, request)) return false;
		const headers = [...cached.headers.ok, 'content-length', String(body.length)];
		if (encoding !== 'identity') headers.push('content-encoding', encoding);
		headers.push(REQUEST_ID_HEADER, requestIdOf(request));
		response.writeHead(200, headers).end(body, 'latin1');
		return true;
	}

	function findCachedResponse(request: IncomingMessage): CachedResponse | undefined {
		if (!isAnonymousGet(request) || isInMaintenance() || app.isClosing()) return undefined;
		return responseCache.find(request.url ?? '');
	}

	return {
		handleRequest: (next) => (request, response) => {
			const cached = findCachedResponse(request);
			if (!cached) return next(request, response);
			const send = (canSend: boolean) => {
				if (!canSend || !sendCachedResponse(cached, request, response)) next(request, response);
			};
			const synced = responseCache.syncInvalidations();
			if (synced === true) return send(true);
			const isStillCurrent = () =>
				!isInMaintenance() && responseCache.isStored(request.url ?? '', cached);
			void synced.then((isSynced) => send(isSynced && isStillCurrent()));
		},
	};
}

/** An anonymous, same-origin GET without a body. */
function isAnonymousGet({ method, headers }: IncomingMessage): boolean {
	return (
		method === 'GET' &&
		headers.authorization === undefined &&
		headers.origin === undefined &&
		headers['content-length'] === undefined &&
		headers['transfer-encoding'] === undefined
	);
}

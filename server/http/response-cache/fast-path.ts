import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Config } from '#server/config/config.ts';
import { createClientAddressReader } from '#server/http/client-address.ts';
import type { CountCachedRequest } from '#server/http/rate-limits.ts';
import { replaceListeners } from '#server/http/replace-listeners.ts';
import { createRequestIdGenerator } from '#server/http/request-id.ts';
import { type CachedResponse, type Encoding, encodingFor, matchesEtag } from './response-cache.ts';

interface Options extends Pick<Config, 'trustProxy'> {
	countCachedRequest: CountCachedRequest;
	/** Whether the site is closed for maintenance. */
	isInMaintenance: () => boolean;
}

/** Type of API responses; pages and photos don't count as API calls. */
const API_CONTENT_TYPE = 'application/json';
/** Headers of a 304 response. The request id is left out, because the log has no entry for this request. */
const NOT_MODIFIED_HEADERS = ['cache-control', 'etag', 'vary'];

/**
 * Serves cached responses before any other processing. A cached URL has been answered before for an anonymous client;
 * the same response, including headers, is sent again. Other requests are handled normally, which fills the cache.
 */
export function mountFastPath(app: FastifyInstance, options: Options): void {
	const { trustProxy, countCachedRequest, isInMaintenance } = options;
	const { responseCache } = app;
	const requestIdOf = createRequestIdGenerator(trustProxy);
	const addressOf = createClientAddressReader(trustProxy);

	const count = ({ type }: CachedResponse, request: IncomingMessage) =>
		countCachedRequest(addressOf(request), type.startsWith(API_CONTENT_TYPE));

	/** @returns false when the request must be handled normally */
	function sendCachedResponse(
		cached: CachedResponse,
		request: IncomingMessage,
		response: ServerResponse,
	): boolean {
		const { headers } = request;
		const isModified = !matchesEtag(headers['if-none-match'], cached.etag);
		const encoding = isModified ? encodingFor(headers['accept-encoding'], cached) : 'no body';
		const bytes = encoding === 'no body' ? undefined : cached.bytes.get(encoding);
		if (!cached.rawHeaders || (isModified && !bytes) || !count(cached, request)) return false;
		const rawHeaders = [...rawHeadersOf(cached, encoding)];
		if (isModified) rawHeaders.push(REQUEST_ID_HEADER, requestIdOf(request));
		response.writeHead(isModified ? 200 : 304, rawHeaders).end(bytes);
		return true;
	}

	function findCachedResponse(request: IncomingMessage): CachedResponse | undefined {
		if (!isAnonymousGet(request) || isInMaintenance() || app.isClosing()) return undefined;
		return responseCache.get(request.url ?? '');
	}

	app.addHook('onReady', async () => {
		const handleNormally = replaceListeners(app.server, 'request');
		app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			const cached = findCachedResponse(request);
			if (!cached) return handleNormally(request, response);
			const send = (isStillCurrent: boolean) => {
				if (!isStillCurrent || !sendCachedResponse(cached, request, response))
					handleNormally(request, response);
			};
			const isUpToDate = responseCache.isUpToDate();
			if (isUpToDate === true) send(true);
			else {
				const isStillCurrent = () =>
					!isInMaintenance() && responseCache.isStoredAt(request.url ?? '', cached);
				void isUpToDate.then((isSynced) => send(isSynced && isStillCurrent()));
			}
		});
	});
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

type BodyEncoding = Encoding | 'no body';
const rawHeadersByResponse = new WeakMap<CachedResponse, Map<BodyEncoding, readonly string[]>>();

function rawHeadersOf(cached: CachedResponse, encoding: BodyEncoding): readonly string[] {
	const byEncoding = rawHeadersByResponse.get(cached) ?? new Map<BodyEncoding, readonly string[]>();
	const existing = byEncoding.get(encoding);
	if (existing) return existing;
	const created = buildRawHeaders(cached, encoding);
	byEncoding.set(encoding, created);
	rawHeadersByResponse.set(cached, byEncoding);
	return created;
}

function buildRawHeaders(
	{ rawHeaders = [], bytes }: CachedResponse,
	encoding: BodyEncoding,
): string[] {
	const names = rawHeaders.filter((_, index) => index % 2 === 0);
	const entries = names.map((name, index) => [name, rawHeaders[index * 2 + 1] ?? '']);
	if (encoding === 'no body')
		return entries.filter(([name = '']) => NOT_MODIFIED_HEADERS.includes(name)).flat();
	entries.push(['content-length', String(bytes.get(encoding)?.length ?? 0)]);
	if (encoding !== 'identity') entries.push(['content-encoding', encoding]);
	return entries.flat();
}

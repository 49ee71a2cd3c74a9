import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Invalidation } from '#server/cache/invalidation.ts';
import { createPublicCache, type PublicCache } from '#server/cache/public-cache.ts';
import { type CachedBody, toBuffer, toCachedBody } from './cached-body.ts';

/** The Content-Encoding of a response; `identity` is uncompressed. */
export type Encoding = 'identity' | 'gzip' | 'br';

/** A response for anonymous clients, as bytes. */
export interface CachedResponse {
	/** 200 by default. */
	readonly status?: number | undefined;
	/** True when part of it is missing, or when no invalidation event reports its changes. */
	readonly isUncacheable?: boolean;
	/** The only item that the response depends on, if known. */
	readonly itemId?: number | undefined;
	/** When the response is outdated although no row has changed, in milliseconds since 1970. */
	readonly expiresAt?: number | undefined;
	/** True when compression would not make the body smaller, as with photos. */
	readonly isPrecompressed?: boolean;
	/** Weak ETag of the uncompressed bytes; shared by all encodings. */
	readonly etag: string;
	readonly type: string;
	/** The body in the encodings requested so far. */
	readonly bodies: Map<Encoding, CachedBody>;
	/** Whether the response is in the cache. */
	readonly isStored?: boolean;
	/**
	 * What the fast path (`fast-path.ts`) sends, which answers before Fastify sees the request. Set once the response has
	 * been sent to a client that the fast path could have answered.
	 */
	headers?: CachedHeaders;
}

/** Response headers as alternating names and values, without those that vary by request or encoding. */
interface CachedHeaders {
	ok: string[];
	notModified: string[];
}

/**
 * A cache of responses for anonymous clients; entries are dropped when their rows change. The key is the requested URL.
 * The key of a page also contains everything else that the page varies by, separated by spaces. No URL contains a
 * space, so the fast path (`fast-path.ts`), which looks up URLs, never finds a page.
 */
export interface ResponseCache extends Omit<PublicCache<CachedResponse>, 'invalidate'> {
	/**
	 * With several instances, waits until this instance has received the invalidations of all earlier commits; false when
	 * that takes too long. True at once for a single instance.
	 */
	syncInvalidations: () => Promise<boolean> | true;
	/** Resolves once no response older than the last commit is served any more. */
	awaitInvalidation: () => Promise<void>;
	/** Removes all entries. */
	clear: () => void;
}

const MAX_BYTES = 32 * 2 ** 20;
/** Compression gains nothing for a response that fits one packet. */
const MIN_COMPRESSED_BYTES = 1024;
/** Worth its processor time: each response is compressed once and sent often. */
const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const compress: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
	br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
	gzip: promisify(gzip),
};

/** Creates a response cache of at most MAX_BYTES; the least recently used responses are evicted. */
export function createResponseCache(invalidation: Invalidation): ResponseCache {
	const { invalidate, ...cache } = createPublicCache<CachedResponse>({
		invalidation,
		maxBytes: MAX_BYTES,
		isCacheable: ({ status = 200, isUncacheable = false }) => status === 200 && !isUncacheable,
		// Only responses to repeated requests are stored: most URLs are requested once, and would only evict others.
		toStored: (cached, isRepeated) => (isRepeated ? toStored(cached) : undefined),
		expiresAt: ({ expiresAt }) => expiresAt,
		refineDependency: ({ itemId: id }, dependsOn) =>
			id === undefined ? dependsOn : { ...dependsOn, id },
		// Both compressed copies together are at most as large as the original.
		bytesOf: ({ bodies, isPrecompressed }) =>
			(bodies.get('identity')?.length ?? 0) * (isPrecompressed ? 1 : 2) + 500,
	});
	return {
		...cache,
		syncInvalidations: () => (invalidation.isShared ? invalidation.sync() : true),
		async awaitInvalidation() {
			// If the sync fails, all entries are dropped: responses created from now on include the last commit.
			if (!(await invalidation.sync())) invalidate();
		},
		clear: () => invalidate(),
	};
}

function toStored({ bodies, ...cached }: CachedResponse): CachedResponse {
	const copies = [...bodies].map(([encoding, body]) => [encoding, toCachedBody(body)] as const);
	return { ...cached, bodies: new Map(copies), isStored: true };
}

/**
 * Creates a response that can be cached.
 * @param bytes the complete, uncompressed body
 */
export function createCachedResponse(bytes: Buffer, type: string): CachedResponse {
	const etag = `W/"${hash('sha1', bytes, 'base64url')}"`;
	return { etag, type, bodies: new Map([['identity', bytes]]) };
}

/** Whether it is a GET or HEAD request without credentials, so that a shared response can answer it. */
export function isAnonymous({
	method,
	headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
	return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** Sends the response in the best accepted encoding, or 304 when the client has it. */
export async function sendCached(
	request: FastifyRequest,
	reply: FastifyReply,
	cached: CachedResponse,
): Promise<FastifyReply> {
	reply.header('etag', cached.etag).type(cached.type);
	if (!cached.isPrecompressed) {
		reply.header('vary', appendVary(reply.getHeader('vary'), 'accept-encoding'));
	}
	// Responses to other methods and to cross-origin requests have additional headers, which must not be stored.
	if (cached.isStored && request.method === 'GET' && request.headers.origin === undefined) {
		cached.headers ??= cachedHeadersOf(reply);
	}
	const { status = 200, etag } = cached;
	if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
		return reply.code(304).send();
	}
	const encoding = encodingFor(request.headers['accept-encoding'], cached);
	if (encoding !== 'identity') reply.header('content-encoding', encoding);
	return reply.code(status).send(toBuffer(await bodyIn(cached, encoding)));
}

/** Whether the client has this version of the response. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
	return ifNoneMatch?.includes(etag) ?? false;
}

/** Chooses the encoding for an Accept-Encoding header. */
export function encodingFor(
	accepted: string | undefined,
	{ bodies, isPrecompressed = false }: CachedResponse,
): Encoding {
	if (accepted === undefined || isPrecompressed) return 'identity';
	if ((bodies.get('identity')?.length ?? 0) < MIN_COMPRESSED_BYTES) return 'identity';
	if (accepts(accepted, 'br')) return 'br';
	return accepts(accepted, 'gzip') ? 'gzip' : 'identity';
}

function accepts(accepted: string, encoding: Encoding): boolean {
	const index = accepted.indexOf(encoding);
	return index >= 0 && !/^[a-z]*\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(index));
}

async function bodyIn({ bodies }: CachedResponse, encoding: Encoding): Promise<CachedBody> {
	const existing = bodies.get(encoding);
	if (existing !== undefined) return existing;
	const identity = bodies.get('identity') ?? '';
	if (encoding === 'identity') return identity;
	const compressed = toCachedBody(await compress[encoding](toBuffer(identity)));
	bodies.set(encoding, compressed);
	return compressed;
}

const PER_REQUEST_HEADERS = [REQUEST_ID_HEADER, 'connection', 'set-cookie'];
/** What a 304 of the fast path is sent with: no request id, because the log has no entry for it. */
const NOT_MODIFIED_HEADERS = ['cache-control', 'etag', 'vary'];

function cachedHeadersOf(reply: FastifyReply): CachedHeaders {
	const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
		value === undefined || PER_REQUEST_HEADERS.includes(name)
			? []
			: [[name, String(value)] as const],
	);
	return {
		ok: headers.flat(),
		notModified: headers.filter(([name]) => NOT_MODIFIED_HEADERS.includes(name)).flat(),
	};
}

function appendVary(vary: number | string | string[] | undefined, name: string): string {
	return vary ? `${vary}, ${name}` : name;
}

declare module 'fastify' {
	interface FastifyInstance {
		responseCache: ResponseCache;
	}
}

import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Invalidation } from '#server/cache/invalidation.ts';
import {
	type CacheDependency,
	type CacheStats,
	createPublicCache,
} from '#server/cache/public-cache.ts';
import { copyUnpooled } from '#server/cache/unpooled-buffer.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** An answer to anybody, as bytes. */
export interface CachedResponse {
	/** 200 unless said. */
	readonly status?: number | undefined;
	/** Whether others are answered anew: something was missing when it was made, or nobody will tell when it is another. */
	readonly isIncomplete?: boolean;
	/** The one item that it turned out to depend on. */
	readonly itemId?: number | undefined;
	/** Whether its bytes can't be made smaller, as a picture's. */
	readonly isPrecompressed?: boolean;
	/** Of the bytes as they are and not as they travel: weak where they may be made small. */
	readonly etag: string;
	readonly type: string;
	/** As far as they were asked for. */
	readonly bytes: Map<Encoding, Buffer>;
	/** Whether it is kept, and sent again. */
	readonly isStored?: boolean;
	/** What its headers were, names and values in turn, but for those that each request has for itself. */
	rawHeaders?: readonly string[];
}

/** Public answers, made once and sent to everyone until what they are made of changes. */
export interface ResponseCache {
	/** One that was sent at an address before and is there, as far as changes have been heard of. */
	get: (url: string) => CachedResponse | undefined;
	isStoredAt: (url: string, cached: CachedResponse) => boolean;
	/** Notes that what is kept under a key is the answer at an address. */
	setUrl: (url: string, key: string) => void;
	/** The one that is there, else made. @param key everything that it differs by, however that was asked for */
	getOrCreate: (
		key: string,
		dependsOn: CacheDependency,
		work: () => Promise<CachedResponse>,
	) => Promise<CachedResponse>;
	/** Where others write as well, what they have told is heard first: false where that can not be had in time. */
	isUpToDate: () => Promise<boolean> | true;
	/** Resolves once whatever was committed before is not answered otherwise any more. */
	awaitInvalidation: () => Promise<void>;
	/** Forgets them all. */
	clear: () => void;
	stats: () => CacheStats;
}

const MAX_BYTES = 32 * 2 ** 20;
/** There are more addresses than answers: in another order, or with what nobody asked for. */
const MAX_URLS = 10_000;
/** Anybody can make up long ones. */
const MAX_URL_BYTES = 4 * 2 ** 20;
/** Of an answer that travels in one packet nothing is gained. */
const MIN_COMPRESSED_BYTES = 1024;
/** Made small once and sent often. */
const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const compress: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
	br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
	gzip: promisify(gzip),
};

/** Keeps so much at most; what was not asked for longest makes room. */
export function createResponseCache(invalidation: Invalidation): ResponseCache {
	const isUpToDate = () => (invalidation.isShared ? invalidation.sync() : true);
	const { find, isStored, getOrCreate, invalidate, stats } = createPublicCache<CachedResponse>({
		invalidation,
		maxBytes: MAX_BYTES,
		isCacheable: ({ status = 200, isIncomplete = false }) => status === 200 && !isIncomplete,
		// Most of what a crowd asks is asked once: it would only push out, and have cleared away, what is asked again.
		toStored: (cached, isRepeated) => (isRepeated ? toStored(cached) : undefined),
		refineDependency: ({ itemId: id }, dependsOn) =>
			id === undefined ? dependsOn : { ...dependsOn, id },
		// Made small in both ways, it weighs at most as much once more.
		bytesOf: ({ bytes, isPrecompressed }) =>
			(bytes.get('identity')?.length ?? 0) * (isPrecompressed ? 1 : 2) + 500,
	});
	const keysByUrl = new LRUCache<string, string>({
		max: MAX_URLS,
		maxSize: MAX_URL_BYTES,
		sizeCalculation: (key, url) => key.length + url.length + 100,
	});
	return {
		get(url) {
			const key = keysByUrl.get(url);
			return key === undefined ? undefined : find(key);
		},
		isStoredAt: (url, cached) => isStored(keysByUrl.get(url) ?? '', cached),
		setUrl: (url, key) => void keysByUrl.set(url, key),
		isUpToDate,
		getOrCreate,
		async awaitInvalidation() {
			// What is made from here on is made of what was committed.
			if (!(await invalidation.sync())) invalidate();
		},
		clear: () => invalidate(),
		stats,
	};
}

function toStored({ bytes, ...cached }: CachedResponse): CachedResponse {
	const copies = [...bytes].map(
		([encoding, compressed]) => [encoding, copyUnpooled(compressed)] as const,
	);
	return { ...cached, bytes: new Map(copies), isStored: true };
}

/** @param bytes of the answer, in full */
export function createCachedResponse(bytes: Buffer, type: string): CachedResponse {
	const etag = `W/"${hash('sha1', bytes, 'base64url')}"`;
	return { etag, type, bytes: new Map([['identity', bytes]]) };
}

/** Whether a request carries nothing that an answer to everyone could have to know. */
export function isAnonymous({
	method,
	headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
	return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** Sends the answer in the smallest way that the caller takes, or says that the caller has it already. */
export async function sendCached(
	request: FastifyRequest,
	reply: FastifyReply,
	cached: CachedResponse,
): Promise<FastifyReply> {
	reply.header('etag', cached.etag).type(cached.type);
	if (!cached.isPrecompressed) {
		reply.header('vary', appendVary(reply.getHeader('vary'), 'accept-encoding'));
	}
	// Another method, or another site's page, has headers of its own.
	if (cached.isStored && request.method === 'GET' && request.headers.origin === undefined) {
		cached.rawHeaders ??= rawHeadersOf(reply);
	}
	const { status = 200, etag } = cached;
	if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
		return reply.code(304).send();
	}
	const encoding = encodingFor(request.headers['accept-encoding'], cached);
	if (encoding !== 'identity') reply.header('content-encoding', encoding);
	return reply.code(status).send(await bytesIn(cached, encoding));
}

/** Whether the caller has this very answer. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
	return ifNoneMatch?.includes(etag) ?? false;
}

/** How an answer goes to a caller who takes these encodings. */
export function encodingFor(
	accepted: string | undefined,
	{ bytes, isPrecompressed = false }: CachedResponse,
): Encoding {
	if (accepted === undefined || isPrecompressed) return 'identity';
	if ((bytes.get('identity')?.length ?? 0) < MIN_COMPRESSED_BYTES) return 'identity';
	if (accepts(accepted, 'br')) return 'br';
	return accepts(accepted, 'gzip') ? 'gzip' : 'identity';
}

function accepts(accepted: string, encoding: Encoding): boolean {
	const index = accepted.indexOf(encoding);
	return index >= 0 && !/^[a-z]*\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(index));
}

async function bytesIn(cached: CachedResponse, encoding: Encoding): Promise<Buffer> {
	const existing = cached.bytes.get(encoding);
	if (existing) return existing;
	const identity = cached.bytes.get('identity') ?? Buffer.alloc(0);
	if (encoding === 'identity') return identity;
	const compressed = copyUnpooled(await compress[encoding](identity));
	cached.bytes.set(encoding, compressed);
	return compressed;
}

const PER_REQUEST_HEADERS = [REQUEST_ID_HEADER, 'connection', 'set-cookie'];

function rawHeadersOf(reply: FastifyReply): string[] {
	return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
		value === undefined || PER_REQUEST_HEADERS.includes(name) ? [] : [name, String(value)],
	);
}

function appendVary(vary: number | string | string[] | undefined, name: string): string {
	return vary ? `${vary}, ${name}` : name;
}

declare module 'fastify' {
	interface FastifyInstance {
		responseCache: ResponseCache;
	}
}

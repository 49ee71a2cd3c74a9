import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Config } from '#server/config/config.ts';
import type { CountCachedRequest } from './limits.ts';
import { createClientAddressReader, createRequestIdGenerator } from './request-headers.ts';
import type { EarlyHandler } from './server.ts';

/** The Content-Encoding of an answer; `identity` is uncompressed. */
type Encoding = 'identity' | 'gzip' | 'br';

/** A finished answer that is the same for everybody. */
export interface Answer {
	/** 200 by default. Only answers with status 200 are kept. */
	readonly status?: number | undefined;
	/** True when part of it is missing, or when it may change without a notification. It is then not kept. */
	readonly isIncomplete?: boolean;
	/** True when compression would not make the body smaller, as with photos. */
	readonly isPrecompressed?: boolean;
	/** Weak ETag of the uncompressed bytes; shared by all encodings. */
	readonly etag: string;
	readonly type: string;
	/** Set once it is kept for further requests. */
	isKept?: true;
	/** The body in the encodings requested so far. */
	readonly bodies: Map<Encoding, Buffer>;
	/**
	 * Headers as alternating names and values, without those that vary by request or encoding. Set once the answer has been
	 * sent to a client that `earlyHandler` could have answered.
	 */
	headers?: { ok: string[]; notModified: string[] };
}

/**
 * Keeps answers to anonymous GET requests, by address, for two seconds: whatever the term's first evening asks for is
 * made once. A write that may change what is public clears it, here before its answer is sent, and elsewhere by the database's notification. The
 * key of a page also contains what else it varies by, separated by spaces, which no address contains.
 */
export interface Memo {
	find: (key: string) => Answer | undefined;
	/** The kept answer, or the one that `create` makes; concurrent callers share one. */
	findOrCreate: (key: string, create: () => Promise<Answer>) => Promise<Answer>;
	clear: () => void;
	/** Adds a listener that is called by every `clear`. */
	onClear: (listener: () => void) => void;
}

const LIFETIME_MS = 2000;
const MAX_BYTES = 32 * 2 ** 20;
/** Answers in progress that callers share; far more than the server makes at a time. */
const MAX_PENDING = 1000;
/** Memory of an entry besides its address and its bodies. */
const BYTES_PER_ENTRY = 500;
/** Compression gains nothing for an answer that fits one packet. */
const MIN_COMPRESSED_BYTES = 1024;
/** Worth its processor time: each answer is compressed once and sent often. */
const BROTLI_QUALITY = 5;
/** Stands for an answer that was made once: most addresses are asked once, and would only evict others. */
const ASKED_ONCE = Symbol('asked once');

const brotli = promisify(brotliCompress);
const compress: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
	br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
	gzip: promisify(gzip),
};

export function createMemo(): Memo {
	const answers = new LRUCache<string, Answer | typeof ASKED_ONCE>({
		ttl: LIFETIME_MS,
		maxSize: MAX_BYTES,
		sizeCalculation: (answer, key) =>
			key.length + BYTES_PER_ENTRY + (answer === ASKED_ONCE ? 0 : sizeOf(answer)),
	});
	// Not a `Map`, which keeps what it held until a major garbage collection (docs/performance/findings.md).
	const pending = new LRUCache<string, Promise<Answer>>({ max: MAX_PENDING });
	const listeners: (() => void)[] = [];

	function find(key: string): Answer | undefined {
		const answer = answers.get(key);
		return answer === ASKED_ONCE ? undefined : answer;
	}

	async function createOnce(key: string, create: () => Promise<Answer>): Promise<Answer> {
		const running = pending.get(key);
		if (running) return running;
		const created = create();
		pending.set(key, created);
		// Cleared while the answer is made: it may be older than the change. Those who wait for it get it, nobody else.
		const isCurrent = () => pending.peek(key) === created;
		try {
			const answer = await created;
			if (!isCurrent() || (answer.status ?? 200) !== 200 || answer.isIncomplete) return answer;
			if (answers.has(key)) answers.set(key, Object.assign(answer, { isKept: true }));
			else answers.set(key, ASKED_ONCE);
			return answer;
		} finally {
			if (isCurrent()) pending.delete(key);
		}
	}

	return {
		find,
		findOrCreate: async (key, create) => find(key) ?? createOnce(key, create),
		clear() {
			answers.clear();
			pending.clear();
			for (const listener of listeners) listener();
		},
		onClear: (listener) => void listeners.push(listener),
	};
}

/** Both compressed copies together are at most as large as the original. */
function sizeOf({ bodies, isPrecompressed }: Answer): number {
	return (bodies.get('identity')?.length ?? 0) * (isPrecompressed ? 1 : 2);
}

/** @param bytes the complete, uncompressed body */
export function createAnswer(bytes: Buffer, type: string): Answer {
	const etag = `W/"${hash('sha1', bytes, 'base64url')}"`;
	return { etag, type, bodies: new Map([['identity', bytes]]) };
}

/** Whether it is a GET or HEAD request without credentials, so that a shared answer fits it. */
export function isAnonymous({
	method,
	headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
	return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** Sends the answer in the best accepted encoding, or 304 when the client has it. */
export async function sendAnswer(
	request: FastifyRequest,
	reply: FastifyReply,
	answer: Answer,
): Promise<FastifyReply> {
	const { status = 200, etag, type, isPrecompressed } = answer;
	reply.header('etag', etag).type(type);
	if (!isPrecompressed) {
		const vary = reply.getHeader('vary');
		reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
	}
	// Answers to other methods and to other origins have additional headers, which must not be kept.
	if (answer.isKept && request.method === 'GET' && request.headers.origin === undefined)
		answer.headers ??= keptHeadersOf(reply);
	if (status === 200 && matchesEtag(request.headers['if-none-match'], etag))
		return reply.code(304).send();
	const encoding = encodingFor(request.headers['accept-encoding'], answer);
	if (encoding !== 'identity') reply.header('content-encoding', encoding);
	return reply.code(status).send(await bodyIn(answer, encoding));
}

/** Whether the client has this version of the answer. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
	return ifNoneMatch?.includes(etag) ?? false;
}

/** Chooses the encoding for an Accept-Encoding header. */
function encodingFor(
	accepted: string | undefined,
	{ bodies, isPrecompressed = false }: Answer,
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

async function bodyIn({ bodies }: Answer, encoding: Encoding): Promise<Buffer> {
	const identity = bodies.get('identity') ?? Buffer.alloc(0);
	const existing = bodies.get(encoding);
	if (existing || encoding === 'identity') return existing ?? identity;
	const compressed = await compress[encoding](identity);
	bodies.set(encoding, compressed);
	return compressed;
}

const PER_REQUEST_HEADERS = [REQUEST_ID_HEADER, 'connection', 'set-cookie'];
/** What a 304 is sent with: no request id, because the log has no entry for it. */
const NOT_MODIFIED_HEADERS = ['cache-control', 'etag', 'vary'];

function keptHeadersOf(reply: FastifyReply): Answer['headers'] {
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

interface EarlyOptions extends Pick<Config, 'trustProxy'> {
	memo: Pick<Memo, 'find'>;
	countCachedRequest: CountCachedRequest;
	isClosing: () => boolean;
}

/**
 * Sends kept answers before Fastify sees the request, whose hooks cost more than the rest (bench/RESULTS.md, "cached
 * reads: rate"). What was sent to one anonymous client is sent to the next, headers included.
 */
export function createEarlyAnswers(options: EarlyOptions): EarlyHandler {
	const { memo, trustProxy, countCachedRequest, isClosing } = options;
	const requestIdOf = createRequestIdGenerator(trustProxy);
	const addressOf = createClientAddressReader(trustProxy);

	/** @returns false when the request must be handled normally */
	function send(answer: Answer, request: IncomingMessage, response: ServerResponse): boolean {
		const { headers, etag, type, bodies } = answer;
		const encoding = encodingFor(request.headers['accept-encoding'], answer);
		const body = bodies.get(encoding);
		const isKnown = matchesEtag(request.headers['if-none-match'], etag);
		if (!headers || (!isKnown && !body)) return false;
		// An address at its limit is refused by Fastify's hooks. Photos don't count as calls.
		if (!countCachedRequest(addressOf(request), type.startsWith('application/json'))) return false;
		if (isKnown || !body) {
			response.writeHead(304, headers.notModified).end();
			return true;
		}
		const ownHeaders = ['content-length', String(body.length)];
		if (encoding !== 'identity') ownHeaders.push('content-encoding', encoding);
		ownHeaders.push(REQUEST_ID_HEADER, requestIdOf(request));
		response.writeHead(200, [...headers.ok, ...ownHeaders]).end(body);
		return true;
	}

	return {
		handleRequest: (next) => (request, response) => {
			const answer = isPlainGet(request) && !isClosing() ? memo.find(request.url ?? '') : undefined;
			if (!answer || !send(answer, request, response)) next(request, response);
		},
	};
}

/** An anonymous, same-origin GET without a body. */
function isPlainGet({ method, headers }: IncomingMessage): boolean {
	return (
		method === 'GET' &&
		headers.authorization === undefined &&
		headers.origin === undefined &&
		headers['content-length'] === undefined &&
		headers['transfer-encoding'] === undefined
	);
}

declare module 'fastify' {
	interface FastifyInstance {
		memo: Memo;
	}
}

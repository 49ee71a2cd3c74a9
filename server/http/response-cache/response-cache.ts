import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { REFERENCE_HEADER } from '#contract/core/headers.ts';
import type { PublicChanges } from '#server/cache/invalidation.ts';
import { type KeptFigures, keepPublic, type MadeOf } from '#server/cache/public-cache.ts';
import { ownBytes } from '#server/cache/unpooled-buffer.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** An answer to anybody, as bytes. */
export interface ReadyAnswer {
	/** 200 unless said. */
	readonly status?: number | undefined;
	/** Whether others are answered anew: something was missing when it was made, or nobody will tell when it is another. */
	readonly isPoor?: boolean;
	/** The one item that it turned out to depend on. */
	readonly itemId?: number | undefined;
	/** Whether its bytes can't be made smaller, as a picture's. */
	readonly isPacked?: boolean;
	/** Of the bytes as they are and not as they travel: weak where they may be made small. */
	readonly etag: string;
	readonly type: string;
	/** As far as they were asked for. */
	readonly bytes: Map<Encoding, Buffer>;
	/** Whether it is kept, and sent again. */
	readonly isKept?: boolean;
	/** What its headers were, names and values in turn, but for those that each request has for itself. */
	head?: readonly string[];
}

/** Public answers, made once and sent to everyone until what they are made of changes. */
export interface ReadyAnswers {
	/** One that was sent at an address before and is there, as far as changes have been heard of. */
	findAt: (url: string) => ReadyAnswer | undefined;
	isKeptAt: (url: string, answer: ReadyAnswer) => boolean;
	/** Notes that what is kept under a key is the answer at an address. */
	note: (url: string, key: string) => void;
	/** The one that is there, else made. @param key everything that it differs by, however that was asked for */
	make: (key: string, madeOf: MadeOf, work: () => Promise<ReadyAnswer>) => Promise<ReadyAnswer>;
	/** Where others write as well, what they have told is heard first: false where that can not be had in time. */
	isUpToDate: () => Promise<boolean> | true;
	/** Resolves once whatever was committed before is not answered otherwise any more. */
	settle: () => Promise<void>;
	/** Forgets them all. */
	forget: () => void;
	figures: () => KeptFigures;
}

const MOST_BYTES = 32 * 2 ** 20;
/** There are more addresses than answers: in another order, or with what nobody asked for. */
const MOST_ADDRESSES = 10_000;
/** Anybody can make up long ones. */
const MOST_ADDRESS_BYTES = 4 * 2 ** 20;
/** Of an answer that travels in one packet nothing is gained. */
const SMALL_BYTES = 1024;
/** Made small once and sent often. */
const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const compress: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
	br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
	gzip: promisify(gzip),
};

/** Keeps so much at most; what was not asked for longest makes room. */
export function keepReadyAnswers(changes: PublicChanges): ReadyAnswers {
	const isUpToDate = () => (changes.isShared ? changes.catchUp() : true);
	const { find, isKept, make, drop, figures } = keepPublic<ReadyAnswer>({
		changes,
		mostBytes: MOST_BYTES,
		isForAll: ({ status = 200, isPoor = false }) => status === 200 && !isPoor,
		// Most of what a crowd asks is asked once: it would only push out, and have cleared away, what is asked again.
		keptOf: (answer, isAskedAgain) => (isAskedAgain ? toKeep(answer) : undefined),
		narrowed: ({ itemId: id }, madeOf) => (id === undefined ? madeOf : { ...madeOf, id }),
		// Made small in both ways, it weighs at most as much once more.
		bytesOf: ({ bytes, isPacked }) =>
			(bytes.get('identity')?.length ?? 0) * (isPacked ? 1 : 2) + 500,
	});
	const keys = new LRUCache<string, string>({
		max: MOST_ADDRESSES,
		maxSize: MOST_ADDRESS_BYTES,
		sizeCalculation: (key, url) => key.length + url.length + 100,
	});
	return {
		findAt(url) {
			const key = keys.get(url);
			return key === undefined ? undefined : find(key);
		},
		isKeptAt: (url, answer) => isKept(keys.get(url) ?? '', answer),
		note: (url, key) => void keys.set(url, key),
		isUpToDate,
		make,
		async settle() {
			// What is made from here on is made of what was committed.
			if (!(await changes.catchUp())) drop();
		},
		forget: () => drop(),
		figures,
	};
}

function toKeep({ bytes, ...answer }: ReadyAnswer): ReadyAnswer {
	const own = [...bytes].map(([encoding, made]) => [encoding, ownBytes(made)] as const);
	return { ...answer, bytes: new Map(own), isKept: true };
}

/** @param bytes of the answer, in full */
export function readyAnswer(bytes: Buffer, type: string): ReadyAnswer {
	const etag = `W/"${hash('sha1', bytes, 'base64url')}"`;
	return { etag, type, bytes: new Map([['identity', bytes]]) };
}

/** Whether a request carries nothing that an answer to everyone could have to know. */
export function isAnybody({
	method,
	headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
	return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** Sends the answer in the smallest way that the caller takes, or says that the caller has it already. */
export async function sendReady(
	request: FastifyRequest,
	reply: FastifyReply,
	answer: ReadyAnswer,
): Promise<FastifyReply> {
	reply.header('etag', answer.etag).type(answer.type);
	if (!answer.isPacked) {
		reply.header('vary', joined(reply.getHeader('vary'), 'accept-encoding'));
	}
	// Another method, or another site's page, has headers of its own.
	if (answer.isKept && request.method === 'GET' && request.headers.origin === undefined) {
		answer.head ??= headOf(reply);
	}
	const { status = 200, etag } = answer;
	if (status === 200 && isKnown(request.headers['if-none-match'], etag)) {
		return reply.code(304).send();
	}
	const encoding = encodingFor(request.headers['accept-encoding'], answer);
	if (encoding !== 'identity') reply.header('content-encoding', encoding);
	return reply.code(status).send(await bytesIn(answer, encoding));
}

/** Whether the caller has this very answer. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
	return ifNoneMatch?.includes(etag) ?? false;
}

/** How an answer goes to a caller who takes these encodings. */
export function encodingFor(
	accepted: string | undefined,
	{ bytes, isPacked = false }: ReadyAnswer,
): Encoding {
	if (accepted === undefined || isPacked) return 'identity';
	if ((bytes.get('identity')?.length ?? 0) < SMALL_BYTES) return 'identity';
	if (takes(accepted, 'br')) return 'br';
	return takes(accepted, 'gzip') ? 'gzip' : 'identity';
}

function takes(accepted: string, encoding: Encoding): boolean {
	const place = accepted.indexOf(encoding);
	return place >= 0 && !/^[a-z]*\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(place));
}

async function bytesIn(answer: ReadyAnswer, encoding: Encoding): Promise<Buffer> {
	const ready = answer.bytes.get(encoding);
	if (ready) return ready;
	const whole = answer.bytes.get('identity') ?? Buffer.alloc(0);
	if (encoding === 'identity') return whole;
	const made = ownBytes(await compress[encoding](whole));
	answer.bytes.set(encoding, made);
	return made;
}

const OF_ONE_REQUEST = [REFERENCE_HEADER, 'connection', 'set-cookie'];

function headOf(reply: FastifyReply): string[] {
	return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
		value === undefined || OF_ONE_REQUEST.includes(name) ? [] : [name, String(value)],
	);
}

function joined(vary: number | string | string[] | undefined, name: string): string {
	return vary ? `${vary}, ${name}` : name;
}

declare module 'fastify' {
	interface FastifyInstance {
		readyAnswers: ReadyAnswers;
	}
}

import { copyUnpooled } from '#server/cache/unpooled-buffer.ts';

/** The bytes of a response's body. In a string, each character is one byte (latin1). */
export type CachedBody = Buffer | string;

/**
 * Bodies up to this many bytes are cached as strings (bench/RESULTS.md, "cached reads: rate"). The fast path sends a
 * string and the headers as one piece, a `Buffer` as two. Longer bodies stay buffers, which are sent without a copy.
 */
const STRING_MAX_BYTES = 16 * 1024;

/** The body in the form that the cache keeps. It shares no memory with a larger buffer. */
export function toCachedBody(body: CachedBody): CachedBody {
	if (typeof body === 'string') return body;
	return body.length <= STRING_MAX_BYTES ? body.toString('latin1') : copyUnpooled(body);
}

/** The bytes of a body. */
export function toBuffer(body: CachedBody): Buffer {
	return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
}

import { copyUnpooled } from '#server/cache/unpooled-buffer.ts';

/** The bytes of a response's body. In a string, each character is one byte (latin1). */
export type CachedBody = Buffer | string;

/**
 * Bodies up to this many bytes are cached as strings (bench/RESULTS.md, "cached reads: rate"). Node sends a string
 * together with the headers, without the second buffer that a `Buffer` needs. Longer strings would be copied for too
 * little gain.
 */
const STRING_MAX_BYTES = 16 * 1024;

/** Copies a body that is cached, so that nothing else stays in memory with it. */
export function toCachedBody(body: CachedBody): CachedBody {
	if (typeof body === 'string') return body;
	return body.length <= STRING_MAX_BYTES ? body.toString('latin1') : copyUnpooled(body);
}

/** The bytes of a body. */
export function toBuffer(body: CachedBody): Buffer {
	return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
}

import { expect, test } from 'vitest';
import { toBuffer, toCachedBody } from './cached-body.ts';

/** Every value of a byte, repeated. */
const bytesWith = (length: number) =>
	Buffer.from(Array.from({ length }, (_, index) => index % 256));

test.each([0, 1, 1000, 16_384, 16_385, 100_000])(
	'caching a body of %d bytes keeps its bytes and its length',
	(length) => {
		const cached = toCachedBody(bytesWith(length));

		expect(cached).toHaveLength(length);
		expect(toBuffer(cached).equals(bytesWith(length))).toBe(true);
		expect(toCachedBody(cached)).toHaveLength(length);
	},
);

test('a small cached body is a string', () => {
	expect(toCachedBody(bytesWith(16_384))).toBeTypeOf('string');
});

test('a large cached body does not keep the memory that it was part of', () => {
	const part = Buffer.alloc(1_000_000).subarray(0, 100_000);

	expect(toBuffer(toCachedBody(part)).buffer.byteLength).toBe(100_000);
});

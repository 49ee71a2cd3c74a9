import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinedBytes, ownBytes } from './own-bytes.ts';

test('any text comes as its bytes, and holds on to none but these', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			const bytes = ownBytes(text);

			expect(bytes).toEqual(Buffer.from(text));
			expect(bytes.buffer.byteLength).toBe(bytes.length);
		}),
	);
});

test('pieces come one behind the other, and hold on to none but their own', () => {
	fc.assert(
		fc.property(fc.array(fc.uint8Array()), (pieces) => {
			const bytes = joinedBytes(pieces);

			expect(bytes).toEqual(Buffer.concat(pieces));
			expect(bytes.buffer.byteLength).toBe(bytes.length);
		}),
	);
});

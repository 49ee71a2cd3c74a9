import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownBytes } from './unpooled-buffer.ts';

test('bytes come as they are, and hold on to none but these', () => {
	fc.assert(
		fc.property(fc.uint8Array(), (bytes) => {
			const own = ownBytes(Buffer.from(bytes));

			expect([...own]).toEqual([...bytes]);
			expect(own.buffer.byteLength).toBe(bytes.length);
		}),
	);
});

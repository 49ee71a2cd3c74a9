import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyUnpooled } from './unpooled-buffer.ts';

test('an unpooled copy of bytes has its own buffer, exactly as long as the bytes', () => {
	fc.assert(
		fc.property(fc.uint8Array(), (bytes) => {
			const own = copyUnpooled(Buffer.from(bytes));

			expect([...own]).toEqual([...bytes]);
			expect(own.buffer.byteLength).toBe(bytes.length);
		}),
	);
});

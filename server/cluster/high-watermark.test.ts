import { expect, test } from 'vitest';
import { openLocalHighWatermark } from './high-watermark.ts';

test('a high watermark returns the highest value that was recorded, and zero after it expires', async () => {
	let now = 1000;
	const mark = openLocalHighWatermark('written', 10, () => now);

	const atFirst = await mark.read();
	await mark.advance(7n);
	await mark.advance(3n);
	now += 9_999;
	const storedMark = await mark.read();
	now += 1;
	const expiredMark = await mark.read();
	await mark.advance(2n);

	expect([atFirst, storedMark, expiredMark]).toEqual([0n, 7n, 0n]);
	expect(await mark.read()).toBe(2n);
});

import { expect, test } from 'vitest';
import { openLocalHighMark } from './high-watermark.ts';

test('is the highest that was told, and forgotten after its time', async () => {
	let now = 1000;
	const mark = openLocalHighMark('written', 10, () => now);

	const atFirst = await mark.read();
	await mark.raise(7n);
	await mark.raise(3n);
	now += 9_999;
	const kept = await mark.read();
	now += 1;
	const over = await mark.read();
	await mark.raise(2n);

	expect([atFirst, kept, over]).toEqual([0n, 7n, 0n]);
	expect(await mark.read()).toBe(2n);
});

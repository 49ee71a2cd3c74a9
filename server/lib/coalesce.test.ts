import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

function counted() {
	const waiting: PromiseWithResolvers<number>[] = [];
	const ask = coalesce(() => {
		const released = Promise.withResolvers<number>();
		waiting.push(released);
		return released.promise;
	});
	return { ask, waiting };
}

test('calls of a coalesced function during a run share the next run, which starts when the current run ends', async () => {
	const { ask, waiting } = counted();

	const first = ask();
	const others = [ask(), ask(), ask()];
	const begunMeanwhile = waiting.length;
	waiting[0]?.resolve(1);
	await first;
	await expect.poll(() => waiting.length).toBe(2);
	waiting[1]?.resolve(2);

	expect(begunMeanwhile).toBe(1);
	expect(await Promise.all(others)).toEqual([2, 2, 2]);
	expect(waiting).toHaveLength(2);
});

test('a failed run of a coalesced function does not prevent the next run', async () => {
	const { ask, waiting } = counted();

	const first = ask();
	const second = ask();
	waiting[0]?.reject(new Error('away'));
	await expect(first).rejects.toThrow('away');
	await expect.poll(() => waiting.length).toBe(2);
	waiting[1]?.resolve(2);
	const third = ask();
	await expect.poll(() => waiting.length).toBe(3);
	waiting[2]?.resolve(3);

	expect(await second).toBe(2);
	expect(await third).toBe(3);
});

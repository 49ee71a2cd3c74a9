import { expect, test, vi } from 'vitest';
import { memoizeSuccess } from './memoize-success.ts';

test('memoized work runs once, and all callers get its result', async () => {
	const work = vi.fn(async () => 'list');
	const read = memoizeSuccess(work);

	expect(await Promise.all([read(), read()])).toEqual(['list', 'list']);
	expect(await read()).toBe('list');
	expect(work).toHaveBeenCalledTimes(1);
});

test('memoized work that failed runs again at the next call', async () => {
	const work = vi.fn(async () => 'list').mockRejectedValueOnce(new Error('the disk is busy'));
	const read = memoizeSuccess(work);

	await expect(Promise.all([read(), read()])).rejects.toThrow('the disk is busy');

	expect(await read()).toBe('list');
	expect(work).toHaveBeenCalledTimes(2);
});

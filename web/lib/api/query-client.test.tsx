import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi } from '#tests/support/fake-api.ts';
import { createQueryClient } from './query-client.ts';

test('a query that failed offline is loaded when the network is back', async () => {
	fakeApi.goOffline();
	const client = createQueryClient();
	client.mount();
	onTestFinished(() => client.unmount());
	const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('loaded');
	const observer = new QueryObserver(client, { queryKey: ['items'], queryFn: load });
	onTestFinished(observer.subscribe(() => undefined));
	await expect.poll(() => observer.getCurrentResult().isError).toBe(true);

	fakeApi.goOnline();

	await expect.poll(() => observer.getCurrentResult().data).toBe('loaded');
});

test.each([
	['a query is tried three times when the connection is lost', new TypeError('Failed to fetch'), 3],
	[
		'a query that timed out is not retried',
		Object.assign(new TypeError('No answer'), { name: 'TimeoutError' }),
		1,
	],
])('%s', async (_what, error, expected) => {
	vi.useFakeTimers();
	const load = vi.fn().mockRejectedValue(error);

	const loading = createQueryClient().fetchQuery({ queryKey: ['items'], queryFn: load });
	const failure = expect(loading).rejects.toBe(error);
	await vi.advanceTimersByTimeAsync(10_000);

	await failure;
	expect(load).toHaveBeenCalledTimes(expected);
});

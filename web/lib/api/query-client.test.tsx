import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi } from '#tests/support/fake-api.ts';
import { createQueryClient } from './query-client.ts';

test('what could not be loaded by a page that was opened offline is loaded when the network is back', async () => {
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

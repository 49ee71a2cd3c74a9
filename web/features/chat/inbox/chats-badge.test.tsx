import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { notificationSummaryQuery } from '#web/features/notifications/queries.ts';
import { ChatsBadge } from './chats-badge.tsx';

test('an unread count that was loaded before the server-rendered badge is hydrated appears in the badge without a hydration error', async () => {
	const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
	const badge = (
		<QueryClientProvider client={client}>
			<ChatsBadge />
		</QueryClientProvider>
	);
	const container = document.createElement('div');
	container.innerHTML = renderToString(badge);
	document.body.append(container);
	client.setQueryData(notificationSummaryQuery().queryKey, {
		success: true,
		chats: 3,
		notifications: 2,
		warning: null,
		announcement: null,
		addressToConfirm: null,
	});
	const errors: unknown[] = [];

	const root = hydrateRoot(container, badge, {
		onRecoverableError: (error) => errors.push(error),
	});
	onTestFinished(() => {
		root.unmount();
		container.remove();
	});

	await expect.element(page.getByText('3 unread')).toBeVisible();
	expect(errors).toEqual([]);
});

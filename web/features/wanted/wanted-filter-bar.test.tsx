import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleCatalogue, sampleCategories } from '#tests/support/catalogue-replies.ts';
import { catalogueQuery, categoriesQuery } from '#web/features/catalogue/queries.ts';
import { WantedFilterBar } from './wanted-filter-bar.tsx';

const searchField = page.getByRole('searchbox', { name: 'Search wanted posts' });

interface FilterBarProps {
	q: string;
	client: QueryClient;
	onHydrated: () => void;
}

function FilterBar({ q, client, onHydrated }: FilterBarProps) {
	// Effects of children run first: when this effect runs, the effects of the filter bar have run.
	useEffect(onHydrated, [onHydrated]);
	return (
		<QueryClientProvider client={client}>
			<WantedFilterBar filters={{ q, category: '', subject: '' }} onChange={() => undefined} />
		</QueryClientProvider>
	);
}

test('text typed into the server-rendered search field before hydration stays, until the URL has another search text', async () => {
	const client = new QueryClient();
	client.setQueryData(categoriesQuery().queryKey, sampleCategories());
	client.setQueryData(catalogueQuery().queryKey, sampleCatalogue());
	const { promise: hydrated, resolve: onHydrated } = Promise.withResolvers<void>();
	const filterBar = (q: string) => <FilterBar q={q} client={client} onHydrated={onHydrated} />;
	const container = document.createElement('div');
	container.innerHTML = renderToString(filterBar('lamp'));
	document.body.append(container);
	(searchField.element() as HTMLInputElement).value = 'drafter';

	const root = hydrateRoot(container, filterBar('lamp'));
	onTestFinished(() => {
		root.unmount();
		container.remove();
	});

	await hydrated;
	await expect.element(searchField).toHaveValue('drafter');
	root.render(filterBar('kettle'));
	await expect.element(searchField).toHaveValue('kettle');
});

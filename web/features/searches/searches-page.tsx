import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import type { SavedSearch } from '#contract/searches/schemas.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { searchesQuery, useDeleteSearch, useRestoreSearch } from './queries.ts';
import { SearchRow } from './search-row.tsx';

const SKELETONS = ['first', 'second', 'third'] as const;

/** The user's saved searches: open, change the alert, remove. */
export function SearchesPage() {
	return (
		<div className="mx-auto w-full max-w-3xl px-4 py-8 tablet:px-7">
			<div className="grid gap-2 pb-6">
				<PageHeading>{PAGE_TABLE.searches.label}</PageHeading>
				<p className="max-w-prose text-ink-soft">{SEARCH_MESSAGES.lead}</p>
			</div>
			<Searches />
		</div>
	);
}

function Searches() {
	const searches = useQuery(searchesQuery());
	const list = useRef<HTMLDivElement>(null);
	const remove = useRemoval();
	const { data, error, isPending } = searches;

	if (isPending) return <SearchesSkeleton />;
	if (!data) {
		const message = formErrorMessage(error);
		return <ErrorState error={error} message={message} onRetry={() => searches.refetch()} />;
	}

	function handleRemove(search: SavedSearch) {
		// The pressed button disappears with its row, so the focus moves to the list.
		list.current?.focus();
		void remove(search);
	}

	return (
		<div ref={list} tabIndex={-1} className="outline-none">
			{data.searches.length === 0 ? (
				<NoSearches />
			) : (
				<ul aria-label={PAGE_TABLE.searches.label} className="grid gap-3">
					{data.searches.map((search) => (
						<li key={search.id}>
							<SearchRow search={search} onRemove={() => handleRemove(search)} />
						</li>
					))}
				</ul>
			)}
		</div>
	);
}

/** Removes a search at once, which can be undone. */
function useRemoval(): (search: SavedSearch) => Promise<void> {
	const deletion = useDeleteSearch();
	const restoration = useRestoreSearch();
	const fail = (error: Error) => toast(formErrorMessage(error), { tone: 'bad' });

	// With `mutateAsync`, because callbacks passed to `mutate` run only for the latest call, and only while the page is
	// mounted.
	async function restore(search: SavedSearch) {
		try {
			await restoration.mutateAsync(search);
			toast(SEARCH_MESSAGES.restored);
		} catch (error) {
			fail(error as Error);
		}
	}

	return async (search) => {
		try {
			const { message } = await deletion.mutateAsync(search);
			const button = { label: SEARCH_MESSAGES.undo, onPress: () => void restore(search) };
			toast(message, { button });
		} catch (error) {
			fail(error as Error);
		}
	};
}

function NoSearches() {
	return (
		<EmptyState
			title={SEARCH_MESSAGES.empty}
			action={
				<ButtonLink variant="main" to={categoryPath()}>
					See what is on sale
				</ButtonLink>
			}
		>
			{SEARCH_MESSAGES.emptyHint}
		</EmptyState>
	);
}

function SearchesSkeleton() {
	return (
		<div role="status" className="grid gap-3">
			<span className="sr-only">Loading your saved searches…</span>
			{SKELETONS.map((name) => (
				<Skeleton key={name} className="h-24" />
			))}
		</div>
	);
}

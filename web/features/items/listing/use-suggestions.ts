import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Suggestion } from '#contract/items/schemas.ts';
import { suggestionsQuery } from '#web/features/items/queries.ts';
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts';

const PAUSE_MS = 150;

/** An item to open, a title to search for, or the text as typed. */
export interface SearchOption {
	query: string;
	/** The category of the title; absent for the text as typed. */
	category?: string;
	/** The item to open; absent if several items have the title. */
	item?: Suggestion['item'];
}

/**
 * The suggestions for the typed text; the text itself is the last one. Empty while nothing is typed.
 * @param isEnabled whether to ask the server
 */
export function useSuggestions(typed: string, isEnabled: boolean): readonly SearchOption[] {
	const query = typed.trim();
	const pausedQuery = useDebouncedValue(query, PAUSE_MS);
	const { data = [] } = useQuery({
		...suggestionsQuery(pausedQuery),
		enabled: isEnabled && pausedQuery !== '',
		// Keeps the previous list while the next one loads, to prevent flickering.
		placeholderData: keepPreviousData,
	});

	if (query === '') return [];
	const titles = data.map(({ title, category, item }) => ({ query: title, category, item }));
	return [...titles, { query }];
}

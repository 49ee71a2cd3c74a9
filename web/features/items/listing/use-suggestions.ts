import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Category } from '#contract/items/facts.ts';
import type { Suggestion } from '#contract/items/items.ts';
import { suggestionsQuery } from '#web/features/items/queries.ts';
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts';

const PAUSE_MS = 150;

/** An item to open, a title to search for, or the words as they were typed. */
export interface SearchOption {
	query: string;
	/** Where the title is on sale; absent for the words as typed. */
	category?: Category;
	/** What to open; absent where several items have the title. */
	item?: Suggestion['item'];
}

/**
 * What a search box offers for what is typed so far; the words themselves come last. Empty while nothing is typed.
 * @param isEnabled asks the server only then
 */
export function useSuggestions(typed: string, isEnabled: boolean): readonly SearchOption[] {
	const query = typed.trim();
	const pausedQuery = useDebouncedValue(query, PAUSE_MS);
	const { data = [] } = useQuery({
		...suggestionsQuery(pausedQuery),
		enabled: isEnabled && pausedQuery !== '',
		// Between two letters the list stays instead of blinking.
		placeholderData: keepPreviousData,
	});

	if (query === '') return [];
	const titles = data.map(({ title, category, item }) => ({ query: title, category, item }));
	return [...titles, { query }];
}

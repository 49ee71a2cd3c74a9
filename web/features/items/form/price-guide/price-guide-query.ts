import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getPriceGuide } from '#contract/items/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/** What is known of the item to be priced; '' where nothing is said. */
export interface PriceGuideQuestion {
	title: string;
	category: string;
	condition: string;
	subject: string;
}

const FRESH_MS = 5 * 60_000;

/** What similar items sold for. The previous answer stays while the next is on its way. */
export function priceGuideQuery(question: PriceGuideQuestion) {
	return queryOptions({
		queryKey: ['items', 'price-guide', question],
		queryFn: ({ signal }) => call(getPriceGuide, { query: { ...question }, signal }),
		staleTime: FRESH_MS,
		placeholderData: keepPreviousData,
	});
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getPriceGuide } from '#contract/items/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/** The fields of the item to be priced, as far as they are filled in; otherwise ''. */
export interface PriceGuideQuestion {
	title: string;
	category: string;
	condition: string;
	subject: string;
}

const FRESH_MS = 5 * 60_000;

/** The prices of similar sold items. The previous answer stays visible while the next one loads. */
export function priceGuideQuery(question: PriceGuideQuestion) {
	return queryOptions({
		queryKey: ['items', 'price-guide', question],
		queryFn: ({ signal }) => call(getPriceGuide, { query: { ...question }, signal }),
		staleTime: FRESH_MS,
		placeholderData: keepPreviousData,
	});
}

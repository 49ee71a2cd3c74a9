import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markSold } from '#contract/deals/endpoints.ts';
import { call } from '#web/lib/api/api.ts';
import { itemQuery } from './queries.ts';

/** The buyer of an item and the price in rupees; both are optional. */
export interface Sale {
	buyerId?: number | undefined;
	price?: number | undefined;
}

/** Marks the item as sold and refreshes all queries of items and deals. */
export function useMarkSold(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (sale: Sale) => call(markSold, { params: { id }, body: sale }),
		onSuccess: ({ item }) => client.setQueryData(itemQuery(id).queryKey, item),
		// Not awaited, so that the dialog closes before the items are refetched.
		onSettled: () => {
			void client.invalidateQueries({ queryKey: ['deals'] });
			void client.invalidateQueries({ queryKey: ['items'] });
		},
	});
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markSold } from '#contract/items/endpoints.ts';
import { call } from '#web/lib/api/api.ts';
import { itemQuery } from './queries.ts';

/** Marks the item as sold and refreshes all item queries. */
export function useMarkSold(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call(markSold, { params: { id } }),
		onSuccess: ({ item }) => client.setQueryData(itemQuery(id).queryKey, item),
		onSettled: () => client.invalidateQueries({ queryKey: ['items'] }),
	});
}

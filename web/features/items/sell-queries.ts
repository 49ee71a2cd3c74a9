import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MARK_SOLD } from '#contract/items/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { itemKeys, itemQuery } from './queries.ts';

/** Marks the item as sold and refreshes all item queries. */
export function useMarkSold(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call(MARK_SOLD, { params: { id } }),
		onSuccess: ({ item }) => client.setQueryData(itemQuery(id).queryKey, item),
		onSettled: () => client.invalidateQueries({ queryKey: itemKeys.all }),
	});
}

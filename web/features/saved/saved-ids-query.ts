import { queryOptions } from '@tanstack/react-query';
import { whenIdle } from '#web/lib/when-idle.ts';
import { SAVED_IDS_KEY } from './saved-ids-key.ts';

/**
 * The ids of all saved items, newest first: the user's, or those that a visitor saved on this device. The script that
 * reads them loads when the page is idle.
 */
export function savedIdsQuery() {
	return queryOptions({
		queryKey: SAVED_IDS_KEY,
		queryFn: async ({ client }) => {
			await new Promise<void>(whenIdle);
			return (await import('./change-saved.ts')).loadSavedIds(client);
		},
	});
}

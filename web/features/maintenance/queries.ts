import { queryOptions } from '@tanstack/react-query';
import { GET_MAINTENANCE, MAINTENANCE_LIMITS } from '#contract/maintenance/facts.ts';
import { call } from '#web/lib/api/api.ts';
import type { Closure } from '#web/lib/api/maintenance.ts';

/**
 * Whether the market is closed, looked at again and again. Nothing of it is kept for the next time.
 * @param closure what the page was told already, which counts as the first look: instances that do not agree for a moment
 * must not send a browser to and fro
 */
export function maintenanceQuery(closure?: Closure) {
	return queryOptions({
		queryKey: ['maintenance'],
		queryFn: ({ signal }) => call(GET_MAINTENANCE, { signal }),
		initialData: closure && {
			success: true,
			maintenance: true,
			maintenanceMode: true,
			message: closure.told.message,
			estimatedDowntime: closure.told.estimatedDowntime,
			since: null,
		},
		initialDataUpdatedAt: closure?.at,
		staleTime: MAINTENANCE_LIMITS.reopenPollMs,
		gcTime: 0,
		refetchInterval: MAINTENANCE_LIMITS.reopenPollMs,
		refetchIntervalInBackground: true,
		retry: false,
	});
}

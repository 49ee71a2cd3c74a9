import { queryOptions } from '@tanstack/react-query';
import { GET_MAINTENANCE, MAINTENANCE_LIMITS } from '#contract/maintenance/facts.ts';
import { call } from '#web/lib/api/api.ts';
import type { MaintenanceState } from '#web/lib/api/maintenance.ts';

/**
 * Whether the market is closed, looked at again and again. Nothing of it is kept for the next time.
 * @param maintenance what the page was told already, which counts as the first look: instances that do not agree for a moment
 * must not send a browser to and fro
 */
export function maintenanceQuery(maintenance?: MaintenanceState) {
	return queryOptions({
		queryKey: ['maintenance'],
		queryFn: ({ signal }) => call(GET_MAINTENANCE, { signal }),
		initialData: maintenance && {
			success: true,
			maintenance: true,
			maintenanceMode: true,
			message: maintenance.reply.message,
			estimatedDowntime: maintenance.reply.estimatedDowntime,
			since: null,
		},
		initialDataUpdatedAt: maintenance?.shownAtMs,
		staleTime: MAINTENANCE_LIMITS.reopenPollMs,
		gcTime: 0,
		refetchInterval: MAINTENANCE_LIMITS.reopenPollMs,
		refetchIntervalInBackground: true,
		retry: false,
	});
}

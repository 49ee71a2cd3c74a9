import { queryOptions } from '@tanstack/react-query';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { MAINTENANCE_LIMITS } from '#contract/maintenance/facts.ts';
import { call } from '#web/lib/api/api.ts';
import type { MaintenanceState } from '#web/lib/api/maintenance.ts';

/**
 * Polls whether the site is in maintenance. The result is never cached.
 * @param maintenance the response that opened the maintenance page. It counts as the first poll: another server
 * instance may not know of the maintenance yet, and its response would close the page for a moment
 */
export function maintenanceQuery(maintenance?: MaintenanceState) {
	return queryOptions({
		queryKey: ['maintenance'],
		queryFn: ({ signal }) => call(getMaintenance, { signal }),
		initialData: maintenance && {
			success: true,
			maintenance: true,
			maintenanceMode: true,
			message: maintenance.reply.message,
			estimatedDowntime: maintenance.reply.estimatedDowntime,
			since: null,
		},
		initialDataUpdatedAt: maintenance?.receivedAtMs,
		staleTime: MAINTENANCE_LIMITS.reopenPollMs,
		gcTime: 0,
		refetchInterval: MAINTENANCE_LIMITS.reopenPollMs,
		refetchIntervalInBackground: true,
		retry: false,
	});
}

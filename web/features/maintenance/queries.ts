import { queryOptions } from '@tanstack/react-query';
import { getMaintenance, MAINTENANCE_LIMITS } from '#contract/maintenance.ts';
import { call } from '#web/lib/api.ts';
import { maintenanceMet } from '#web/lib/maintenance.ts';

/**
 * Whether the market is closed, looked at again and again. What a refused call has just told counts as the first look:
 * instances that do not agree for a moment must not send a browser to and fro. Nothing of it is kept for the next time.
 */
export function maintenanceQuery() {
	const met = maintenanceMet();
	return queryOptions({
		queryKey: ['maintenance'],
		queryFn: ({ signal }) => call(getMaintenance, { signal }),
		initialData: met && {
			success: true,
			maintenance: true,
			maintenanceMode: true,
			message: met.told.message,
			estimatedDowntime: met.told.estimatedDowntime,
		},
		initialDataUpdatedAt: met?.at,
		staleTime: MAINTENANCE_LIMITS.lookAgainMs,
		gcTime: 0,
		refetchInterval: MAINTENANCE_LIMITS.lookAgainMs,
		refetchIntervalInBackground: true,
		retry: false,
	});
}

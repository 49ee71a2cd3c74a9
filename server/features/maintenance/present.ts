import type * as z from 'zod/mini';
import type {
	MaintenanceRefusal,
	maintenanceInformation,
} from '#contract/maintenance/maintenance.ts';
import type { Settings } from './queries.ts';

export function presentInformation(now: Settings): z.infer<typeof maintenanceInformation> {
	return {
		success: true,
		maintenance: now.maintenanceMode,
		maintenanceMode: now.maintenanceMode,
		message: now.maintenanceMessage,
		estimatedDowntime: now.estimatedDowntime,
		since: now.closedAt?.toISOString() ?? null,
	};
}

export function presentRefusal(now: Settings): MaintenanceRefusal {
	return {
		success: false,
		maintenance: true,
		message: now.maintenanceMessage,
		estimatedDowntime: now.estimatedDowntime,
	};
}

import type * as z from 'zod/mini';
import { MAINTENANCE_ERRORS } from '#contract/maintenance/errors.ts';
import type { MaintenanceErrorReply, maintenanceStatus } from '#contract/maintenance/schemas.ts';
import type { MaintenanceSettings } from './queries.ts';

export function presentStatus(settings: MaintenanceSettings): z.infer<typeof maintenanceStatus> {
	return {
		success: true,
		// The same flag under its two names (see `maintenanceStatus`).
		maintenance: settings.maintenanceMode,
		maintenanceMode: settings.maintenanceMode,
		message: settings.maintenanceMessage,
		estimatedDowntime: settings.estimatedDowntime,
		since: settings.closedAt?.toISOString() ?? null,
	};
}

export function presentMaintenanceError(settings: MaintenanceSettings): MaintenanceErrorReply {
	return {
		success: false,
		maintenance: true,
		...MAINTENANCE_ERRORS.closed(settings.maintenanceMessage),
		estimatedDowntime: settings.estimatedDowntime,
	};
}

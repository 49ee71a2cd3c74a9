import type { SchemaInput } from '#contract/core/endpoint.ts';
import type { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { MAINTENANCE_ERRORS } from '#contract/maintenance/errors.ts';
import type { MaintenanceErrorReply } from '#contract/maintenance/schemas.ts';

type MaintenanceStatus = SchemaInput<typeof getMaintenance.reply>;

/** There is no maintenance. */
export const SITE_IS_OPEN: MaintenanceStatus = {
	success: true,
	maintenance: false,
	maintenanceMode: false,
	message: '',
	estimatedDowntime: '',
	since: null,
};

export const SITE_IS_CLOSED: MaintenanceStatus = {
	success: true,
	maintenance: true,
	maintenanceMode: true,
	message: 'New disks are going in.',
	estimatedDowntime: 'Until 6 PM',
	since: '2026-02-03T04:05:06.000Z',
};

/** The server's answer to all other requests during maintenance. */
export const CLOSED_REPLY: MaintenanceErrorReply = {
	success: false,
	maintenance: true,
	code: MAINTENANCE_ERRORS.closed('').code,
	message: SITE_IS_CLOSED.message,
	estimatedDowntime: SITE_IS_CLOSED.estimatedDowntime,
};

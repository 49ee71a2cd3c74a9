import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { MAINTENANCE_ERRORS } from '#contract/maintenance/errors.ts';
import { maintenanceErrorReply } from '#contract/maintenance/schemas.ts';
import { SAMPLE_TIME, sample } from './sample.ts';

/** There is no maintenance. */
export const SITE_IS_OPEN = sample(getMaintenance.reply);

export const SITE_IS_CLOSED = sample(getMaintenance.reply, {
	maintenance: true,
	maintenanceMode: true,
	message: 'New disks are going in.',
	estimatedDowntime: 'Until 6 PM',
	since: SAMPLE_TIME,
});

/** The server's answer to all other requests during maintenance. */
export const CLOSED_REPLY = sample(maintenanceErrorReply, {
	code: MAINTENANCE_ERRORS.closed('').code,
	message: SITE_IS_CLOSED.message,
	estimatedDowntime: SITE_IS_CLOSED.estimatedDowntime,
});

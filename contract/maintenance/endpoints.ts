import { endpoint } from '#contract/core/endpoint.ts';
import { maintenanceStatus } from './schemas.ts';

/** Also served at the path without `/api`, which no page has. */
export const getMaintenance = endpoint({
	method: 'GET',
	path: '/admin/maintenance',
	summary: 'Returns whether the market is closed for maintenance, and for how long.',
	auth: 'none',
	reply: maintenanceStatus,
});

import { endpoint } from '#contract/core/endpoint.ts';
import { maintenanceStatus } from './schemas.ts';

/** Also served without `/api`, where no page has this path (decisions, "One product, one origin"). */
export const getMaintenance = endpoint({
	method: 'GET',
	path: '/admin/maintenance',
	summary: 'Returns whether the market is closed for maintenance, and for how long.',
	auth: 'none',
	reply: maintenanceStatus,
});

import type { CallOf } from '#contract/core/endpoint.ts';
import type { getMaintenance } from './maintenance.ts';

/* What a page needs to find out that the market is closed, without its schemas. */

export const MAINTENANCE_DEFAULTS = {
	message: 'System is under maintenance. Please try again later.',
	estimatedDowntime: 'Unknown',
} as const;

export const MAINTENANCE_LIMITS = {
	messageMax: 500,
	estimatedDowntimeMax: 100,
	/** How often the page looks whether the market is back. */
	reopenPollMs: 30_000,
	/** How often a visible page that has no live connection asks whether the market has been closed. */
	closingPollMs: 45_000,
	retryAfterSeconds: 30,
} as const;

export const MAINTENANCE_MESSAGES = {
	title: 'Under Maintenance',
	refresh: 'Refresh Page',
} as const;

export const GET_MAINTENANCE: CallOf<typeof getMaintenance> = {
	method: 'GET',
	path: '/admin/maintenance',
	auth: 'none',
};

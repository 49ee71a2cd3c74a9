/** What users read during maintenance if administrators have written nothing else. */
export const MAINTENANCE_DEFAULTS = {
	message: 'System is under maintenance. Please try again later.',
	estimatedDowntime: 'Unknown',
} as const;

export const MAINTENANCE_LIMITS = {
	messageMax: 500,
	estimatedDowntimeMax: 100,
	/** How often the maintenance page checks whether the market is open again. */
	reopenPollMs: 30_000,
	/** How often a visible page without a live connection checks whether the market was closed. */
	closingPollMs: 45_000,
	retryAfterSeconds: 30,
} as const;

/** Fixed texts of the maintenance page. */
export const MAINTENANCE_MESSAGES = {
	title: 'Under Maintenance',
	refresh: 'Refresh Page',
} as const;

import * as z from 'zod/mini';
import { success, text } from '../common.ts';
import { MAINTENANCE_DEFAULTS, MAINTENANCE_LIMITS } from '../maintenance.ts';

export const SETTINGS_MESSAGES = {
	mode: 'Please say whether maintenance mode is on.',
	message: 'The maintenance message can be at most 500 characters.',
	estimatedDowntime: 'The estimated downtime can be at most 100 characters.',
	warning: 'Maintenance mode blocks regular users.',
	loadFailed: 'Error fetching settings',
	loaded: 'Settings loaded successfully',
	updated: 'Settings updated successfully',
	updateFailed: 'Failed to update settings',
	updateError: 'Error updating settings',
} as const;

/** Absent leaves it as it is; empty brings the default back. */
function wordsOr(standard: string, max: number, message: string) {
	return z.pipe(
		z.optional(text(0, max, message)),
		z.transform((sent) => (sent === '' ? standard : sent)),
	);
}

export const settingsChange = z.object({
	maintenanceMode: z.boolean(SETTINGS_MESSAGES.mode),
	maintenanceMessage: wordsOr(
		MAINTENANCE_DEFAULTS.message,
		MAINTENANCE_LIMITS.messageMax,
		SETTINGS_MESSAGES.message,
	),
	estimatedDowntime: wordsOr(
		MAINTENANCE_DEFAULTS.estimatedDowntime,
		MAINTENANCE_LIMITS.estimatedDowntimeMax,
		SETTINGS_MESSAGES.estimatedDowntime,
	),
});

export const settings = z.object({
	success,
	settings: z.object({
		maintenanceMode: z.boolean(),
		maintenanceMessage: z.string(),
		estimatedDowntime: z.string(),
	}),
	message: z.string(),
});

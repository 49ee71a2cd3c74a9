import * as z from 'zod/mini';
import { SETTINGS_ERRORS } from '#contract/admin/errors.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { success, text } from '#contract/core/schemas.ts';
import { MAINTENANCE_DEFAULTS, MAINTENANCE_LIMITS } from '#contract/maintenance/facts.ts';

/** Texts about the settings of the market, among them the notifications when maintenance begins and ends. */
export const SETTINGS_MESSAGES = {
	warning: 'Maintenance mode blocks regular users.',
	loadFailed: 'Error fetching settings',
	loaded: 'Settings loaded successfully',
	updated: 'Settings updated successfully',
	updateFailed: 'Failed to update settings',
	updateError: 'Error updating settings',
	maintenanceBegan: 'The market is closed for maintenance',
	maintenanceBeganText: (message: string, estimatedDowntime: string) =>
		`Users read: ${endSentence(message)} Estimated downtime: ${estimatedDowntime}`,
	maintenanceEnded: 'The market is open again',
	maintenanceEndedText: 'Maintenance mode was switched off.',
} as const;

/** Adds a full stop, unless the text ends with a punctuation mark. */
function endSentence(text: string): string {
	return /\p{P}$/u.test(text) ? text : `${text}.`;
}

/** An absent value keeps the setting, an empty one resets it to the default. */
function textWithDefault(defaultText: string, max: number, message: string) {
	return z.pipe(
		z.optional(text(0, max, message)),
		z.transform((value) => (value === '' ? defaultText : value)),
	);
}

/** The settings that can be changed. */
export const settingsFields = z.object({
	/** Absent keeps the setting. */
	maintenanceMode: z.optional(z.boolean(SETTINGS_ERRORS.mode.message)),
	maintenanceMessage: textWithDefault(
		MAINTENANCE_DEFAULTS.message,
		MAINTENANCE_LIMITS.messageMax,
		SETTINGS_ERRORS.message.message,
	),
	estimatedDowntime: textWithDefault(
		MAINTENANCE_DEFAULTS.estimatedDowntime,
		MAINTENANCE_LIMITS.estimatedDowntimeMax,
		SETTINGS_ERRORS.estimatedDowntime.message,
	),
	/** Absent keeps the setting. */
	requireTwoStep: z.optional(z.boolean(SETTINGS_ERRORS.twoStep.message)),
});

/**
 * The values that the administrator saw before the change. If somebody else has meanwhile changed a setting that is in
 * the request, nothing is saved, unless the setting already has the requested value.
 */
const settingsBefore = z.object(
	{
		maintenanceMode: z.optional(z.boolean(SETTINGS_ERRORS.badBefore.message)),
		maintenanceMessage: z.optional(z.string(SETTINGS_ERRORS.badBefore.message)),
		estimatedDowntime: z.optional(z.string(SETTINGS_ERRORS.badBefore.message)),
		requireTwoStep: z.optional(z.boolean(SETTINGS_ERRORS.badBefore.message)),
	},
	SETTINGS_ERRORS.badBefore.message,
);

/** Without `before`, the stored settings are overwritten and `maintenanceMode` is required. */
export const settingsChange = z
	.extend(settingsFields, { before: z.optional(settingsBefore) })
	.check(
		z.refine((value) => value.before !== undefined || value.maintenanceMode !== undefined, {
			error: SETTINGS_ERRORS.mode.message,
			path: ['maintenanceMode'],
		}),
	);

export const settings = z.object({
	success,
	settings: z.object({
		maintenanceMode: z.boolean(),
		maintenanceMessage: z.string(),
		estimatedDowntime: z.string(),
		/** Whether all administrators must use two-step sign-in. */
		requireTwoStep: z.boolean(),
	}),
	message: z.string(),
});

export const getSettings = endpoint({
	method: 'GET',
	path: '/admin/settings',
	summary: 'Returns the settings of the market.',
	auth: 'super_admin',
	auditAs: { action: 'ATTEMPT_VIEW_SETTINGS', targetKind: 'settings' },
	reply: settings,
});

export const changeSettings = endpoint({
	method: 'PUT',
	path: '/admin/settings',
	summary: 'Changes the settings; maintenance mode takes effect at once.',
	auth: 'super_admin',
	body: settingsChange,
	auditAs: { action: 'ATTEMPT_UPDATE_SETTINGS', targetKind: 'settings' },
	reply: settings,
});

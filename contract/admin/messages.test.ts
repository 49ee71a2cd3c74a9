import { expect, test } from 'vitest';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUDIT_MESSAGES } from './audit.ts';
import { ADMIN_NOTIFICATION_MESSAGES } from './notifications.ts';
import { REPORT_DECISION_MESSAGES } from './report-decisions.ts';
import { ADMIN_SESSION_MESSAGES } from './session.ts';
import { SETTINGS_MESSAGES } from './settings.ts';

test.each([
	[
		'the session',
		ADMIN_SESSION_MESSAGES,
		{
			title: 'Admin Portal',
			welcome: 'Welcome, Admin',
			noConnection: 'Something went wrong. Please try again.',
		},
	],
	[
		'the settings',
		SETTINGS_MESSAGES,
		{
			loadFailed: 'Error fetching settings',
			updated: 'Settings updated successfully',
			updateFailed: 'Failed to update settings',
			updateError: 'Error updating settings',
		},
	],
	['reports', REPORT_DECISION_MESSAGES, { loadFailed: 'Error fetching reports' }],
	['notifications', ADMIN_NOTIFICATION_MESSAGES, { loadFailed: 'Error fetching notifications' }],
	[
		'the audit log',
		AUDIT_MESSAGES,
		{
			loadFailed: 'Error fetching audit logs',
			empty: 'No audit logs found for the current filters.',
			exportMissing: 'Export logs functionality is not yet implemented on the backend.',
		},
	],
])(
	'the back-office messages about %s are those that clients and screens show',
	(_name, messages, expected) => {
		expect(messages).toMatchObject(expected);
	},
);

test('the error messages of the back-office are those that clients and screens show', () => {
	expect(AUTH_ERRORS.invalidCredentials.message).toBe('Invalid credentials');
	expect(REPORT_DECISION_ERRORS.invalidAction.message).toBe('Invalid action selected.');
});

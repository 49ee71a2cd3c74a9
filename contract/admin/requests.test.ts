import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
	ADMIN_NOTIFICATION_ERRORS,
	ADMIN_SESSION_ERRORS,
	ADMIN_USER_ERRORS,
	ADMINISTRATOR_ERRORS,
	BULK_ERRORS,
	NOTE_ERRORS,
	SETTINGS_ERRORS,
} from '#contract/admin/errors.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { AUDIT_SEVERITY } from '#contract/core/audit-actions.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { newAdministrator, passwordChange, passwordReset } from './administrators.ts';
import { itemBan } from './items.ts';
import { newNotification } from './notifications.ts';
import { reportDismissal } from './report-decisions.ts';
import { adminCredentials, oneTimeCode } from './session.ts';
import { settingsChange } from './settings.ts';
import { bulkChangeUsers, userBan, userVerification, userWarning } from './users.ts';

function messagesOf(schema: z.core.$ZodType, input: unknown): string[] {
	return z.safeParse(schema, input).error?.issues.map(({ message }) => message) ?? [];
}

describe('an administrator signing in', () => {
	test('an administrator gets a message for each missing field at sign-in', () => {
		const messages = [
			ADMIN_SESSION_ERRORS.emailRequired.message,
			PERSON_ERRORS.passwordRequired.message,
		];

		expect(messagesOf(adminCredentials, {})).toEqual(messages);
		expect(messagesOf(adminCredentials, { email: ' ', password: '' })).toEqual(messages);
	});

	test('an administrator can type the email address in upper case at sign-in', () => {
		const input = { email: ' Dean@College.example ', password: 'x' };

		expect(z.parse(adminCredentials, input)).toEqual({
			email: 'dean@college.example',
			password: 'x',
		});
	});
});

describe('administrator accounts', () => {
	const NEW_ADMIN = {
		username: 'Dean',
		email: 'dean@college.example',
		password: 'eight888',
		roleLevel: 'admin',
	};

	test('the fields of a new administrator are checked by the rules for users, in the order of the form', () => {
		expect(z.parse(newAdministrator, NEW_ADMIN)).toEqual(NEW_ADMIN);
		// Without a password, the administrator chooses one by a mailed link.
		expect(messagesOf(newAdministrator, { password: '' })).toEqual([
			PERSON_ERRORS.name.message,
			PERSON_ERRORS.email.message,
			PERSON_ERRORS.passwordShort.message,
			ADMINISTRATOR_ERRORS.badRole.message,
		]);
	});

	test('a password change requires the current password, and a password reset does not', () => {
		expect(messagesOf(passwordChange, { newPassword: 'eight888' })).toEqual([
			PERSON_ERRORS.passwordRequired.message,
		]);
		expect(messagesOf(passwordReset, { newPassword: 'seven77' })).toEqual([
			PERSON_ERRORS.passwordShort.message,
		]);
	});
});

test.each([undefined, null, 'true', 1])(
	'the verification of a user cannot be set to %j',
	(isVerified) => {
		expect(messagesOf(userVerification, { isVerified })).toEqual([
			ADMIN_USER_ERRORS.verification.message,
		]);
	},
);

describe.each([
	['the reason of an item ban', itemBan, 'reason'],
	['the reason of a user ban', userBan, 'reason'],
	['the notes of a dismissal', reportDismissal, 'notes'],
] as const)('%s', (_name, schema, field) => {
	test.each([undefined, null, '', '   '])('the note of a decision can be empty: %j', (input) => {
		expect(z.parse(schema, { [field]: input })).toMatchObject({ [field]: undefined });
		expect(messagesOf(schema, {})).toEqual([]);
	});

	test('the note of a decision is trimmed and has at most 2,000 characters', () => {
		expect(z.parse(schema, { [field]: ' Spam. ' })).toMatchObject({ [field]: 'Spam.' });
		expect(messagesOf(schema, { [field]: 'x'.repeat(2001) })).toEqual([
			NOTE_ERRORS.tooLong.message,
		]);
		expect(messagesOf(schema, { [field]: 'a\0' })).toEqual([REQUEST_ERRORS.badText.message]);
	});
});

test.each([undefined, null, '', '   '])('a warning with the text %j is refused', (message) => {
	expect(messagesOf(userWarning, { message })).toEqual([ADMIN_USER_ERRORS.warning.message]);
});

test('a warning has at most 2,000 characters', () => {
	expect(z.parse(userWarning, { message: ' Be kind. ' })).toEqual({ message: 'Be kind.' });
	expect(messagesOf(userWarning, { message: 'x'.repeat(2001) })).toEqual([
		NOTE_ERRORS.tooLong.message,
	]);
});

describe('a bulk change of users', () => {
	const bulkMessages = (userIds: unknown, action = 'ban') =>
		messagesOf(bulkChangeUsers.body, { userIds, action });

	test('a bulk change removes duplicate user ids and accepts an empty selection', () => {
		const input = { userIds: [3, '4', 3], action: 'verify' };

		expect(z.parse(bulkChangeUsers.body, input).userIds).toEqual([3, 4]);
		expect(bulkMessages([])).toEqual([]);
	});

	test.each([undefined, null, 'all', [0], ['x']])(
		'a bulk change refuses %j as the list of user ids',
		(userIds) => {
			expect(bulkMessages(userIds)).toEqual([BULK_ERRORS.badSelection.message]);
		},
	);

	test('a bulk change accepts at most 100 user ids and only a known action', () => {
		const ids = Array.from({ length: 101 }, (_, index) => index + 1);

		expect(bulkMessages(ids)).toEqual([BULK_ERRORS.largeSelection.message]);
		expect(bulkMessages([1], 'forget')).toEqual([BULK_ERRORS.badAction.message]);
	});
});

test('a code of an authenticator app has six digits; spaces between them are ignored', () => {
	expect(z.parse(oneTimeCode, '123 456')).toBe('123456');
	for (const input of [undefined, 123_456, '12345', '1234567', '१२३४५६']) {
		expect(messagesOf(oneTimeCode, input)).toEqual([ADMIN_SESSION_ERRORS.badCode.message]);
	}
});

describe('a new notification', () => {
	const NEW_NOTIFICATION = {
		title: 'Exams',
		message: 'Quiet hours from Monday.',
		type: 'info',
		target: 'all',
	};

	test('a new notification can have its target in the field `targetUsers`', () => {
		const { target, ...rest } = NEW_NOTIFICATION;

		expect(z.parse(newNotification, { ...rest, targetUsers: target })).toEqual(NEW_NOTIFICATION);
	});

	test('a new notification gets a message for each missing field, in the order of the form', () => {
		expect(messagesOf(newNotification, {})).toEqual([
			ADMIN_NOTIFICATION_ERRORS.title.message,
			ADMIN_NOTIFICATION_ERRORS.message.message,
		]);
		expect(messagesOf(newNotification, { title: 'a', message: 'b' })).toEqual([
			ADMIN_NOTIFICATION_ERRORS.badTarget.message,
		]);
	});

	test('a new notification has a title of at most 100 and a message of at most 1,000 characters', () => {
		expect(messagesOf(newNotification, { ...NEW_NOTIFICATION, title: 'x'.repeat(101) })).toEqual([
			ADMIN_NOTIFICATION_ERRORS.title.message,
		]);
		expect(messagesOf(newNotification, { ...NEW_NOTIFICATION, message: 'x'.repeat(1001) })).toEqual(
			[ADMIN_NOTIFICATION_ERRORS.message.message],
		);
	});
});

describe('changing the settings', () => {
	test('a change of settings leaves out settings that the request does not contain, resets empty texts to the specified defaults, and refuses a text for `requireTwoStep`', () => {
		expect(z.parse(settingsChange, { maintenanceMode: true })).toEqual({ maintenanceMode: true });
		expect(messagesOf(settingsChange, { maintenanceMode: true, requireTwoStep: 'yes' })).toEqual([
			SETTINGS_ERRORS.twoStep.message,
		]);
		const withDefaults = { maintenanceMode: false, maintenanceMessage: ' ', estimatedDowntime: '' };
		expect(z.parse(settingsChange, withDefaults)).toEqual({
			maintenanceMode: false,
			maintenanceMessage: 'System is under maintenance. Please try again later.',
			estimatedDowntime: 'Unknown',
		});
	});

	test.each([undefined, null, 'true', 1])(
		'a change of settings refuses %j as the maintenance mode',
		(maintenanceMode) => {
			expect(messagesOf(settingsChange, { maintenanceMode })).toEqual([
				SETTINGS_ERRORS.mode.message,
			]);
		},
	);

	test('a change of settings refuses texts that are too long', () => {
		const tooLong = { maintenanceMode: true, maintenanceMessage: 'x'.repeat(501) };

		expect(messagesOf(settingsChange, tooLong)).toEqual([SETTINGS_ERRORS.message.message]);
		expect(
			messagesOf(settingsChange, { maintenanceMode: true, estimatedDowntime: 'x'.repeat(101) }),
		).toEqual([SETTINGS_ERRORS.estimatedDowntime.message]);
	});
});

describe('the audit actions', () => {
	test.each([
		['views, exports and sign-ins have the severity LOW', /(^|_)VIEW_|EXPORT|LOGIN|LOGOUT/, 'LOW'],
		[
			'verifications, warnings, and decisions on reports and reviews have the severity MEDIUM',
			/VERIF|WARN|REPORT_|_REPORT$|REVIEW/,
			'MEDIUM',
		],
		[
			'deletions, bans and changed settings have the severity HIGH',
			/BAN|DELETE|SETTINGS_|UPDATE_SETTINGS/,
			'HIGH',
		],
	])('%s', (_name, pattern, severity) => {
		const matching = Object.entries(AUDIT_SEVERITY).filter(([action]) => pattern.test(action));

		expect(matching.length).toBeGreaterThan(2);
		for (const [action, actual] of matching) expect([action, actual]).toEqual([action, severity]);
	});
});

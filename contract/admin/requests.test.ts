import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { COMMON_MESSAGES } from '../common.ts';
import { PEOPLE_MESSAGES } from '../people.ts';
import {
	ADMINISTRATOR_MESSAGES,
	newAdministrator,
	passwordChange,
	passwordReset,
} from './administrators.ts';
import { AUDIT_SEVERITY, SEVERITIES } from './audit-actions.ts';
import { itemBan } from './items.ts';
import { NOTE_MESSAGES } from './notes.ts';
import { NOTIFICATION_MESSAGES, newNotification } from './notifications.ts';
import { reportDismissal } from './report-decisions.ts';
import { ADMIN_SESSION_MESSAGES, adminCredentials } from './session.ts';
import { SETTINGS_MESSAGES, settingsChange } from './settings.ts';
import { ADMIN_USER_MESSAGES, userBan, userVerification } from './users.ts';

function messagesOf(schema: z.core.$ZodType, sent: unknown): string[] {
	return z.safeParse(schema, sent).error?.issues.map(({ message }) => message) ?? [];
}

describe('an administrator signing in', () => {
	test('is asked for what is missing', () => {
		const both = [ADMIN_SESSION_MESSAGES.emailRequired, PEOPLE_MESSAGES.passwordRequired];

		expect(messagesOf(adminCredentials, {})).toEqual(both);
		expect(messagesOf(adminCredentials, { email: ' ', password: '' })).toEqual(both);
	});

	test('is known by the email in lower case', () => {
		const sent = { email: ' Dean@College.example ', password: 'x' };

		expect(z.parse(adminCredentials, sent)).toEqual({
			email: 'dean@college.example',
			password: 'x',
		});
	});
});

describe('a new administrator', () => {
	const DEAN = {
		username: 'Dean',
		email: 'dean@college.example',
		password: 'eight888',
		roleLevel: 'admin',
	};

	test('follows the rules of any person, in the order of the form', () => {
		expect(z.parse(newAdministrator, DEAN)).toEqual(DEAN);
		expect(messagesOf(newAdministrator, {})).toEqual([
			PEOPLE_MESSAGES.name,
			PEOPLE_MESSAGES.email,
			PEOPLE_MESSAGES.passwordShort,
			ADMINISTRATOR_MESSAGES.badRole,
		]);
	});

	test('is admin or super_admin', () => {
		expect(messagesOf(newAdministrator, { ...DEAN, roleLevel: 'super_admin' })).toEqual([]);
		expect(messagesOf(newAdministrator, { ...DEAN, roleLevel: 'root' })).toEqual([
			ADMINISTRATOR_MESSAGES.badRole,
		]);
	});

	test('changes a password by the old one, and has it reset without', () => {
		expect(messagesOf(passwordChange, { newPassword: 'eight888' })).toEqual([
			PEOPLE_MESSAGES.passwordRequired,
		]);
		expect(messagesOf(passwordReset, { newPassword: 'seven77' })).toEqual([
			PEOPLE_MESSAGES.passwordShort,
		]);
	});
});

test.each([undefined, null, 'true', 1])('a user cannot be verified to %j', (isVerified) => {
	expect(messagesOf(userVerification, { isVerified })).toEqual([ADMIN_USER_MESSAGES.verification]);
});

describe.each([
	['the reason of an item ban', itemBan, 'reason'],
	['the reason of a user ban', userBan, 'reason'],
	['the notes of a dismissal', reportDismissal, 'notes'],
] as const)('%s', (_what, schema, field) => {
	test.each([undefined, null, '', '   '])('may be %j', (sent) => {
		expect(Object.values(z.parse(schema, { [field]: sent }))).toEqual([undefined]);
		expect(messagesOf(schema, {})).toEqual([]);
	});

	test('is trimmed, and holds up to 2,000 characters', () => {
		expect(z.parse(schema, { [field]: ' Spam. ' })).toEqual({ [field]: 'Spam.' });
		expect(messagesOf(schema, { [field]: 'x'.repeat(2001) })).toEqual([NOTE_MESSAGES.tooLong]);
		expect(messagesOf(schema, { [field]: 'a\0' })).toEqual([COMMON_MESSAGES.badText]);
	});
});

describe('a new notification', () => {
	const NOTE = { title: 'Exams', message: 'Quiet hours from Monday.', type: 'info', target: 'all' };

	test('is as it was written', () => {
		expect(z.parse(newNotification, NOTE)).toEqual(NOTE);
	});

	test('may name its target as the documents do', () => {
		const { target, ...rest } = NOTE;

		expect(z.parse(newNotification, { ...rest, targetUsers: target })).toEqual(NOTE);
	});

	test('is told what is missing, in the order of the form', () => {
		expect(messagesOf(newNotification, {})).toEqual([
			NOTIFICATION_MESSAGES.title,
			NOTIFICATION_MESSAGES.message,
		]);
		expect(messagesOf(newNotification, { title: 'a', message: 'b' })).toEqual([
			NOTIFICATION_MESSAGES.badTarget,
		]);
	});

	test('has a type and a target of the lists', () => {
		expect(messagesOf(newNotification, { ...NOTE, type: 'loud' })).toEqual([
			NOTIFICATION_MESSAGES.badType,
		]);
		expect(messagesOf(newNotification, { ...NOTE, target: 'me' })).toEqual([
			NOTIFICATION_MESSAGES.badTarget,
		]);
	});

	test('has a title of up to 100 and a message of up to 1,000 characters', () => {
		expect(messagesOf(newNotification, { ...NOTE, title: 'x'.repeat(101) })).toEqual([
			NOTIFICATION_MESSAGES.title,
		]);
		expect(messagesOf(newNotification, { ...NOTE, message: 'x'.repeat(1001) })).toEqual([
			NOTIFICATION_MESSAGES.message,
		]);
	});
});

describe('changing the settings', () => {
	test('keeps what is not sent, and empties to the words of the documents', () => {
		expect(z.parse(settingsChange, { maintenanceMode: true })).toEqual({ maintenanceMode: true });
		const emptied = { maintenanceMode: false, maintenanceMessage: ' ', estimatedDowntime: '' };
		expect(z.parse(settingsChange, emptied)).toEqual({
			maintenanceMode: false,
			maintenanceMessage: 'System is under maintenance. Please try again later.',
			estimatedDowntime: 'Unknown',
		});
	});

	test.each([undefined, null, 'true', 1])('refuses %j as the switch', (maintenanceMode) => {
		expect(messagesOf(settingsChange, { maintenanceMode })).toEqual([SETTINGS_MESSAGES.mode]);
	});

	test('refuses words too long to be read', () => {
		const long = { maintenanceMode: true, maintenanceMessage: 'x'.repeat(501) };

		expect(messagesOf(settingsChange, long)).toEqual([SETTINGS_MESSAGES.message]);
		expect(
			messagesOf(settingsChange, { maintenanceMode: true, estimatedDowntime: 'x'.repeat(101) }),
		).toEqual([SETTINGS_MESSAGES.estimatedDowntime]);
	});
});

describe('the actions that the log knows', () => {
	test.each([
		'ADMIN_LOGIN',
		'ADMIN_REGISTERED',
		'VIEW_USERS',
		'VIEW_ITEMS',
		'VIEW_REPORTS',
		'VIEW_ANALYTICS',
		'USER_VERIFIED',
		'USER_UNVERIFIED',
		'ITEM_BANNED',
		'ITEM_UNBANNED',
		'ITEM_DELETED',
		'REPORT_RESOLVED',
		'REPORT_DISMISSED',
		'SETTINGS_UPDATED',
		'ATTEMPT_BAN_ITEM',
		'ATTEMPT_VERIFY_USER',
		'ATTEMPT_DELETE_ITEM',
		'USER_BANNED',
		'USER_UNBANNED',
		'USER_WARNED',
		'ITEM_RELISTED',
		'ADMIN_REMOVED',
	])('include %s', (action) => {
		expect(AUDIT_SEVERITY).toHaveProperty(action);
	});

	test('weigh what the decisions say', () => {
		for (const [action, severity] of Object.entries(AUDIT_SEVERITY)) {
			expect(SEVERITIES).toContain(severity);
			if (/BAN|DELETE|SETTINGS/.test(action)) expect([action, severity]).toEqual([action, 'HIGH']);
			if (/VERIF|REPORT_|_REPORT$/.test(action))
				expect([action, severity]).toEqual([action, 'MEDIUM']);
			if (/^VIEW|LOGIN|LOGOUT/.test(action)) expect([action, severity]).toEqual([action, 'LOW']);
		}
	});
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { forgotPassword, RECOVERY_MESSAGES, resetPassword } from '#contract/auth/recovery.ts';
import {
	ACCOUNT_MESSAGES,
	changeEmail,
	changePassword,
	changePhone,
	deleteAccount,
	endSession,
} from './account.ts';

function issuesOf(schema: z.core.$ZodType, sent: unknown): string[] {
	return z.safeParse(schema, sent).error?.issues.map(({ message }) => message) ?? [];
}

test.each([
	[forgotPassword.body, {}, PEOPLE_MESSAGES.contact],
	[resetPassword.body, {}, RECOVERY_MESSAGES.linkExpired],
	[changeEmail.body, {}, PEOPLE_MESSAGES.email],
	[changePhone.body, { phoneNumber: 'call me' }, PEOPLE_MESSAGES.phone],
	[changePassword.body, {}, PEOPLE_MESSAGES.passwordShort],
	[deleteAccount.body, { password: '' }, PEOPLE_MESSAGES.passwordRequired],
	[endSession.params, { sid: '1' }, ACCOUNT_MESSAGES.sessionNotFound],
])('invalid request %# is refused with a message for its form', (schema, sent, message) => {
	expect(issuesOf(schema, sent)[0]).toBe(message);
});

test('any token of 1 to 200 characters passes the schema; the server checks whether it is valid', () => {
	const tokens = ['made up', '', 'x'.repeat(201), 5, null];

	const refused = tokens.filter(
		(token) => issuesOf(resetPassword.body.shape.token, token).length > 0,
	);

	expect(refused).toEqual(tokens.slice(1));
});

test('a new email address is trimmed and lower-cased', () => {
	expect(z.parse(changeEmail.body, { email: ' Asha@College.Example ' })).toEqual({
		email: 'asha@college.example',
	});
});

test('an empty phone number is accepted: it removes the number', () => {
	expect(z.parse(changePhone.body, { phoneNumber: '' })).toEqual({ phoneNumber: '' });
});

test('the reply to a password reset request does not reveal whether the account exists', () => {
	expect(RECOVERY_MESSAGES.linkSent).toMatch(/^If /);
	expect(RECOVERY_MESSAGES.noEmailHelp('help@campus.example')).toContain('help@campus.example');
	expect(RECOVERY_MESSAGES.linkSent).not.toBe(AUTH_MESSAGES.userNotFound);
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { forgotPassword, resetPassword } from '#contract/auth/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import {
	changeEmail,
	changePassword,
	changePhone,
	deleteAccount,
	endSession,
} from './endpoints.ts';
import { currentPassword } from './schemas.ts';

function issuesOf(schema: z.core.$ZodType, sent: unknown): string[] {
	return z.safeParse(schema, sent).error?.issues.map(({ message }) => message) ?? [];
}

test.each([
	[forgotPassword.body, {}, PERSON_ERRORS.contact.message],
	[resetPassword.body, {}, RECOVERY_ERRORS.linkExpired.message],
	[changeEmail.body, {}, PERSON_ERRORS.email.message],
	[changePhone.body, { phoneNumber: 'call me' }, PERSON_ERRORS.phone.message],
	[changePassword.body, {}, PERSON_ERRORS.passwordShort.message],
	[deleteAccount.body, { password: '' }, PERSON_ERRORS.passwordRequired.message],
	[endSession.params, { sid: '1' }, ACCOUNT_ERRORS.sessionNotFound.message],
])(
	'an invalid field of an account request is refused with the message of that field (case %#)',
	(schema, sent, message) => {
		expect(issuesOf(schema, sent)[0]).toBe(message);
	},
);

test('the schema of a password reset accepts any token of 1 to 200 characters', () => {
	const tokens = ['made up', 'x'.repeat(200), '', 'x'.repeat(201), 5, null];

	const refused = tokens.filter(
		(token) => issuesOf(resetPassword.body.shape.token, token).length > 0,
	);

	expect(refused).toEqual(tokens.slice(2));
});

test('a current password may be absent or empty, and is refused if it is too long to be normalized quickly', () => {
	const passwords = [undefined, '', '🎒'.repeat(PEOPLE_LIMITS.enteredPasswordMax)];

	expect(passwords.flatMap((password) => issuesOf(currentPassword, password))).toEqual([]);
	expect(issuesOf(currentPassword, 'x'.repeat(PEOPLE_LIMITS.enteredPasswordMax + 1))).toEqual([
		PERSON_ERRORS.passwordLong.message,
	]);
});

test('a new email address is trimmed and lower-cased', () => {
	expect(z.parse(changeEmail.body, { email: ' Asha@College.Example ' })).toEqual({
		email: 'asha@college.example',
	});
});

test('an empty phone number, which removes the stored number, is accepted', () => {
	expect(z.parse(changePhone.body, { phoneNumber: '' })).toEqual({ phoneNumber: '' });
});

test('the message after a password reset request does not reveal whether the account exists', () => {
	expect(RECOVERY_MESSAGES.linkSent).toMatch(/^If /);
	expect(RECOVERY_MESSAGES.linkSent).not.toBe(AUTH_ERRORS.userNotFound.message);
});

test('the message about an account without an email address names the support address', () => {
	expect(RECOVERY_MESSAGES.noEmailHelp('help@campus.example')).toContain('help@campus.example');
});

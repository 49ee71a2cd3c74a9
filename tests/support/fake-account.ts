import {
	changeEmail,
	changeName,
	endSession,
	getAccount,
	listSessions,
	sendConfirmation,
	signInAgain,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { type Account, account as accountSchema } from '#contract/accounts/schemas.ts';
import { listBlocked } from '#contract/chat/endpoints.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { getNotificationPreferences } from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_KINDS } from '#contract/notifications/facts.ts';
import { STUDENT } from './account-replies.ts';
import { fakeApi, refuse } from './fake-api.ts';
import { accessTokenOf } from './fake-sign-in.ts';
import { fakeStudies } from './fake-studies.ts';
import { SAMPLE_TIME, sample } from './sample.ts';

export const PASSWORD = 'chalk and talk';
export const OTHER_DEVICE = 'Firefox on Linux';

/**
 * An account that is signed in on two devices. The server remembers what the page changes.
 * @param isFresh whether sensitive changes need no password
 */
export function fakeAccount(changes: Partial<Account> = {}, isFresh = true): void {
	let hasSignedIn = isFresh;
	const account = sample(accountSchema, {
		...STUDENT,
		hasPassword: true,
		collegeDomains: ['campus.example'],
		...changes,
	});
	let sessions = ['Chrome on Linux', OTHER_DEVICE].map((device, index) => ({
		id: `00000000-0000-4000-8000-00000000000${index}`,
		device,
		createdAt: SAMPLE_TIME,
		lastSeenAt: SAMPLE_TIME,
		isCurrent: index === 0,
	}));
	fakeApi.answer(getAccount, () => ({ account }));
	fakeApi.answer(listSessions, () => ({ sessions }));
	fakeApi.answer(listBlocked);
	fakeStudies();
	const choices = NOTIFICATION_KINDS.map((kind) => ({ kind, inApp: true, byMail: false }));
	fakeApi.answer(getNotificationPreferences, { choices });
	fakeApi.answer(changeName, ({ body }) => {
		account.userName = body.userName;
		return { message: ACCOUNT_MESSAGES.nameChanged };
	});
	fakeApi.answer(changeEmail, ({ body }) => {
		account.pendingEmail = body.email;
		return { message: ACCOUNT_MESSAGES.confirmationSent };
	});
	fakeApi.answer(sendConfirmation, refuse(429, ACCOUNT_ERRORS.confirmationTooSoon));
	fakeApi.answer(endSession, ({ params }) => {
		if (!hasSignedIn) return refuse(403, ACCOUNT_ERRORS.signInAgain);
		sessions = sessions.filter(({ id }) => id !== params.sid);
		return { message: ACCOUNT_MESSAGES.sessionEnded };
	});
	fakeApi.answer(signInAgain, ({ body }) => {
		if (body.password !== PASSWORD) return refuseField('password', ACCOUNT_ERRORS.wrongPassword);
		hasSignedIn = true;
		return { accessToken: accessTokenOf(account.id, 'renewed') };
	});
}

/** A refusal that names a field of the form. */
export function refuseField(path: string, error: DeclaredError): Response {
	return refuse(400, error, { issues: [{ path, ...error }] });
}

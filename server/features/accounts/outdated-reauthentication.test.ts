import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { DELETE_CONFIRMATION } from '#contract/accounts/facts.ts';
import type { Db } from '#server/db/client.ts';
import { endAllSessions, findUser, lockUser, updateUser } from '#server/features/auth/queries.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp();

/**
 * Sends a request that passes its password or session check, while a transaction that applies `change` holds the user's
 * row. The request then waits for the lock; returns its answer.
 */
async function requestDuring(
	{ id }: Student,
	change: (tx: Db) => Promise<unknown>,
	sendRequest: () => PromiseLike<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
	const pendingResponses: PromiseLike<LightMyRequestResponse>[] = [];
	await t.db.transaction(async (tx) => {
		await lockUser(tx, id);
		await change(tx);
		pendingResponses.push(Promise.resolve(sendRequest()));
		await waitForBlockedSession(t.url);
	});
	const [response] = await Promise.all(pendingResponses);
	if (!response) throw new Error('Nothing was asked.');
	return response;
}

const freshEmail = () => `${randomUUID()}@new.example`;
const withPassword = { currentPassword: PASSWORD };

test('a request with a password that is replaced at the same time is refused with 400', async () => {
	const passwordHash = await hashPassword('a new one, by the owner');
	const requests: ((who: Student) => PromiseLike<LightMyRequestResponse>)[] = [
		(who) => t.as(who).put('/account/email', { ...withPassword, email: freshEmail() }),
		// Cancels a change of the email address.
		(who) => t.as(who).put('/account/email', { ...withPassword, email: who.email }),
		(who) => t.as(who).put('/account/phone', { ...withPassword, phoneNumber: '9876501234' }),
		(who) => t.as(who).put('/account/password', { ...withPassword, password: 'of a thief' }),
		(who) => t.as(who).post('/auth/sign-in-again', { password: PASSWORD }),
		(who) => t.as(who).post('/account/delete', { password: PASSWORD }),
	];
	for (const sendRequest of requests) {
		const student = await t.student({ pendingEmail: freshEmail() });

		const res = await requestDuring(
			student,
			(tx) => updateUser(tx, student.id, { passwordHash }),
			() => sendRequest(student),
		);

		expect([res.statusCode, res.json().message], `${sendRequest}`).toEqual([
			400,
			ACCOUNT_ERRORS.wrongPassword.message,
		]);
		expect(await findUser(t.db, student.id)).toMatchObject({
			email: student.email,
			phone: null,
			passwordHash,
			pendingEmail: expect.any(String),
		});
	}
});

test('a request from an account without a password is refused with 403 when the session is ended at the same time', async () => {
	const confirmation = DELETE_CONFIRMATION;
	const requests: ((who: Student) => PromiseLike<LightMyRequestResponse>)[] = [
		(who) => t.as(who).put('/account/email', { email: freshEmail() }),
		(who) => t.as(who).put('/account/phone', { phoneNumber: '9876501234' }),
		(who) => t.as(who).put('/account/password', { password: 'of a thief' }),
		(who) => t.as(who).post('/account/delete', { confirmation }),
	];
	for (const sendRequest of requests) {
		const student = await t.student({ passwordHash: null });

		const res = await requestDuring(
			student,
			(tx) => endAllSessions(tx, [student.id]),
			() => sendRequest(student),
		);

		expect([res.statusCode, res.json().message], `${sendRequest}`).toEqual([
			403,
			ACCOUNT_ERRORS.signInAgain.message,
		]);
		expect(await findUser(t.db, student.id)).toMatchObject({
			email: student.email,
			phone: null,
			passwordHash: null,
			pendingEmail: null,
		});
	}
});

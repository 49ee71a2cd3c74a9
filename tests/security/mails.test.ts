import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { tooManyRequests } from '#contract/core/errors.ts';
import { MAIL_LIMITS } from '#server/features/auth/sign-in-guards.ts';
import { openApp } from '#tests/support/app.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp({ RATE_LIMIT: 'on' });
const outbox = await openOutbox(t);
/** The fields of a user with a confirmed address and without a password, which changes of the address would ask for. */
const CONFIRMED = { emailConfirmedAt: new Date(), passwordHash: null };

const changeEmail = (who: { token: string }, email: string) =>
	t.as(who).put('/account/email', { email });
const resendConfirmation = (who: { token: string }) => t.as(who).post('/account/send-confirmation');

/** Creates as many accounts as an address may get mails in an hour, and sets this email address in each. */
async function createAccountsWith(email: string) {
	const people = await Promise.all(
		Array.from({ length: MAIL_LIMITS.perHour }, () => t.student(CONFIRMED)),
	);
	for (const person of people) expect((await changeEmail(person, email)).statusCode).toBe(200);
	return people;
}

test('an unconfirmed email address gets at most five mails an hour from all accounts together', async () => {
	const email = `${randomUUID()}@victim.example`;
	const [first] = await createAccountsWith(email);
	if (!first) throw new Error('Nobody has named the address.');
	await outbox.skipRequestInterval(first.id);
	const other = await t.student(CONFIRMED);

	const refused = [await changeEmail(other, email), await resendConfirmation(first)];

	for (const res of refused) {
		expect([res.statusCode, res.json().message]).toEqual([429, tooManyRequests(3600).message]);
		// The hour began with the first of the mails.
		expect(Math.ceil(Number(res.headers['retry-after']) / 60)).toBe(60);
	}
	expect(await outbox.countMails(other.id)).toBe(0);
	expect(await outbox.countMails(first.id)).toBe(1);
});

test('a sign-up with an email address that has reached its hourly limit of mails creates the account and sends no mail', async () => {
	const email = `${randomUUID()}@victim.example`;
	await createAccountsWith(email);

	const res = await t
		.as(null)
		.post('/auth/register', { userName: 'Asha', email, password: PASSWORD });

	expect(res.statusCode).toBe(201);
	expect(await outbox.countMails(res.json().user.id)).toBe(0);
});

test('requests for a confirmation mail that are refused as too soon do not count towards the hourly limit', async () => {
	const student = await t.student();
	await resendConfirmation(student);
	for (let n = 0; n < MAIL_LIMITS.perHour; n++) {
		const res = await resendConfirmation(student);
		expect(res.json().message).toBe(ACCOUNT_ERRORS.confirmationTooSoon.message);
	}
	await outbox.skipRequestInterval(student.id);

	expect((await resendConfirmation(student)).statusCode).toBe(200);
});

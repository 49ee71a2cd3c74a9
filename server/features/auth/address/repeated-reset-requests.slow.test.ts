import { expect, test } from 'vitest';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { sql } from '#server/db/drizzle.ts';
import { MAIL_LIMITS } from '#server/features/auth/sign-in-guards.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp({ RATE_LIMIT: 'on' });
const outbox = await openOutbox(t);
const ANSWER = { success: true, message: RECOVERY_MESSAGES.linkSent };

let lastNetwork = 0;
const freshNetwork = () => `203.0.113.${++lastNetwork}`;
const newStudent = () => t.student({ emailConfirmedAt: new Date() });

async function requestReset(email: string, remoteAddress: string) {
	const url = '/api/auth/forgot-password';
	const res = await t.app.inject({ method: 'POST', url, payload: { email }, remoteAddress });
	return res.json();
}

/** Requests a link from two networks, a minute apart; returns the tokens of both mails. */
async function requestTwice({ id, email }: Student): Promise<[string, string]> {
	await requestReset(email, freshNetwork());
	const first = await outbox.waitForToken(email);
	await outbox.skipRequestInterval(id);
	await requestReset(email, freshNetwork());
	return [first, await outbox.waitForToken(email, 2)];
}

const reset = async (token: string) =>
	(await t.as(null).post('/auth/reset-password', { token, password: 'another long one' }))
		.statusCode;

test("a second password reset request from another network does not invalidate the owner's first link", async () => {
	const [first, second] = await requestTwice(await newStudent());

	expect([await reset(first), await reset(second)]).toEqual([200, 400]);
});

test('an older password reset link expires 30 minutes after its own request', async () => {
	const student = await newStudent();
	const [first, second] = await requestTwice(student);
	await t.db.execute(sql`
		update one_time_links set older_tokens = (
			select jsonb_object_agg(key, value::timestamptz - interval '30 minutes')
			from jsonb_each_text(older_tokens))
		where user_id = ${student.id}`);

	expect([await reset(first), await reset(second)]).toEqual([400, 200]);
});

test('changing the password invalidates all older password reset links, even after a later request', async () => {
	const student = await newStudent();
	const tokens = await requestTwice(student);
	const body = { currentPassword: PASSWORD, password: 'the owner is back' };
	await t.as(student).put('/account/password', body);
	// Mails queued at the same time may be sent in any order.
	await outbox.waitForMail(student.email, 3);
	await outbox.skipRequestInterval(student.id);
	await requestReset(student.email, freshNetwork());
	await outbox.waitForToken(student.email, 4);

	for (const token of tokens) expect(await reset(token)).toBe(400);
});

test('an account gets a limited number of password reset links per hour from all networks together, and the newest link stays valid', async () => {
	const { id, email } = await newStudent();
	const networks = Array.from({ length: 4 }, freshNetwork);
	const requestFromAllNetworks = async () => {
		for (const network of networks) {
			expect(await requestReset(email, network)).toEqual(ANSWER);
			// Waits for the mail first: `skipRequestInterval` changes the time of the request, and a mail whose request has
			// another time is not sent.
			await outbox.waitForMail(email, await outbox.countMails(id));
			await outbox.skipRequestInterval(id);
		}
	};

	for (let n = 0; n < 3; n++) await requestFromAllNetworks();
	const mailed = await outbox.countMails(id);
	const token = await outbox.waitForToken(email, mailed);
	await t.db.execute(sql`
		update one_time_links
		set requested_at = requested_at - make_interval(secs => ${MAIL_LIMITS.longIntervalSeconds})
		where user_id = ${id}`);
	await requestFromAllNetworks();

	expect(mailed).toBe(MAIL_LIMITS.perHour);
	expect(await outbox.countMails(id)).toBe(MAIL_LIMITS.perHour + 1);
	expect(await reset(token)).toBe(200);
});

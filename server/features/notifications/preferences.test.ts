import { describe, expect, test } from 'vitest';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { eq } from '#server/db/drizzle.ts';
import { notificationPreferences } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { SECRETS } from '#tests/support/secret.ts';
import { createUnsubscribeTokens } from './commands.ts';

const t = await openApp();
const tokens = createUnsubscribeTokens(SECRETS);

const preferencesOf = async (who: Student) =>
	(await t.as(who).get('/account/notification-choices')).json();
const setPreference = (who: Student, choice: object) =>
	t.as(who).put('/account/notification-choices', choice);
const byKind = async (who: Student, kind: string) =>
	(await preferencesOf(who)).choices.find((choice: { kind: string }) => choice.kind === kind);
const rowsOf = (userId: number) =>
	t.db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));

describe('notification preferences', () => {
	test('by default everything is shown in the app, and everything but announcements is mailed, if there is a confirmed address', async () => {
		const student = await t.student();

		expect(await preferencesOf(student)).toEqual({
			success: true,
			canMail: false,
			choices: [
				...NOTIFICATION_KINDS.filter((kind) => kind !== 'announcement').map((kind) => ({
					kind,
					inApp: true,
					byMail: true,
				})),
				{ kind: 'announcement', inApp: true, byMail: false },
			],
		});
		const confirmed = await t.student({ emailConfirmedAt: new Date() });
		const phoneOnly = await t.student({ email: null, phone: '+919876500001' });
		expect(await preferencesOf(confirmed)).toMatchObject({ canMail: true });
		expect(await preferencesOf(phoneOnly)).toMatchObject({ canMail: false });
	});

	test('the preference for each kind can be changed and changed back, and does not affect other users', async () => {
		const [student, other] = [await t.student(), await t.student()];
		const before = await preferencesOf(student);
		const changed = NOTIFICATION_KINDS.map((kind) => ({
			kind,
			inApp: kind === 'warning',
			byMail: kind === 'announcement',
		}));

		for (const choice of changed)
			expect((await setPreference(student, choice)).json()).toEqual({
				success: true,
				message: NOTIFICATION_MESSAGES.preferenceSaved,
			});

		expect(await preferencesOf(student)).toEqual({ ...before, choices: changed });
		expect(await preferencesOf(other)).toEqual(before);
		for (const choice of before.choices) await setPreference(student, choice);
		expect(await preferencesOf(student)).toEqual(before);
	});

	test('a preference that hides warnings in the app is refused', async () => {
		const student = await t.student();

		const res = await setPreference(student, { kind: 'warning', inApp: false, byMail: false });

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({
			success: false,
			...NOTIFICATION_ERRORS.warningsAlwaysOn,
			issues: [{ path: 'inApp', ...NOTIFICATION_ERRORS.warningsAlwaysOn }],
		});
		expect(await rowsOf(student.id)).toEqual([]);
	});
});

describe('unsubscribe links', () => {
	const post = (token: string, more = {}) => t.as(null).call('POST', `/unsubscribe/${token}`, more);
	const form = { 'content-type': 'application/x-www-form-urlencoded' };
	const oneClick = { payload: 'List-Unsubscribe=One-Click', headers: form };

	test('an unsubscribe link for each kind turns off only mails of that kind, without a session, and has the same result twice', async () => {
		const student = await t.student();
		for (const kind of NOTIFICATION_KINDS) {
			const inApp = kind !== 'report';
			await setPreference(student, { kind, inApp, byMail: true });
			const before = await preferencesOf(student);

			for (let round = 0; round < 2; round += 1) {
				const res = await post(tokens.sign({ userId: student.id, kind }));

				expect(res.statusCode).toBe(200);
				expect(res.json()).toEqual({
					success: true,
					message: NOTIFICATION_MESSAGES.unsubscribed,
					kind,
				});
				expect(await preferencesOf(student)).toEqual({
					...before,
					choices: before.choices.map((choice: { kind: string }) =>
						choice.kind === kind ? { kind, inApp, byMail: false } : choice,
					),
				});
			}
		}
	});

	const boundary = 'a-boundary-of-a-mail-program';
	const MULTIPART = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
	test('an unsubscribe request with a URL-encoded form, a multipart form, JSON or no body turns the mails off', async () => {
		const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
		for (const sent of [
			oneClick,
			{ payload: MULTIPART, headers: multipart },
			{},
			{ payload: {} },
		]) {
			const student = await t.student();

			const res = await post(tokens.sign({ userId: student.id, kind: 'message' }), sent);

			expect(res.statusCode).toBe(200);
			expect(await byKind(student, 'message')).toMatchObject({ byMail: false });
		}
	});

	test('a large form to unsubscribe is refused with 413, and any form at another route with 415', async () => {
		const token = tokens.sign({ userId: 1, kind: 'message' });
		const small = { payload: 'kind=report', headers: form };

		const large = await post(token, { payload: `a=${'x'.repeat(5000)}`, headers: form });
		const elsewhere = t.as(await t.student()).call('PUT', '/account/notification-choices', small);

		expect(large.statusCode).toBe(413);
		expect((await elsewhere).statusCode).toBe(415);
	});

	test('an unsubscribe token contains only user id and kind, and forged ones are refused and change nothing', async () => {
		const [student, other] = [await t.student(), await t.student()];
		const token = tokens.sign({ userId: student.id, kind: 'message' });
		expect(token).toMatch(new RegExp(`^message-${student.id}-[\\w-]{43}$`));
		expect(tokens.read(token)).toEqual({ userId: student.id, kind: 'message' });
		const signature = token.split('-').slice(2).join('-');
		const forged = [
			'nonsense',
			`message-${other.id}-${signature}`,
			`report-${student.id}-${signature}`,
			`gossip-${student.id}-${signature}`,
			token.slice(0, -1),
			`${token}A`,
			`message-${student.id}-${'A'.repeat(43)}`,
			createUnsubscribeTokens(['another secret']).sign({ userId: student.id, kind: 'message' }),
			student.token,
		];

		for (const each of forged) {
			const res = await post(encodeURIComponent(each), oneClick);
			expect(res.statusCode, each).toBe(400);
			expect(res.json()).toEqual({
				success: false,
				...NOTIFICATION_ERRORS.linkExpired,
				issues: [{ path: 'token', ...NOTIFICATION_ERRORS.linkExpired }],
			});
		}
		expect([...(await rowsOf(student.id)), ...(await rowsOf(other.id))]).toEqual([]);
	});

	test('a GET request for an unsubscribe link only redirects to the unsubscribe page, never to another site', async () => {
		const student = await t.student();
		const token = tokens.sign({ userId: student.id, kind: 'message' });
		const hostile = encodeURIComponent('//x.example/?a#b\r\nc');

		for (const each of [token, hostile]) {
			const res = await t.as(null).get(`/unsubscribe/${each}`);

			expect(res.statusCode).toBe(302);
			expect(res.headers.location).toBe(`/unsubscribe#token=${each}`);
		}
		expect(await rowsOf(student.id)).toEqual([]);
	});

	test('the unsubscribe link of an erased user stores nothing', async () => {
		const student = await t.student();
		await t.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, student.id));

		const res = await post(tokens.sign({ userId: student.id, kind: 'message' }));

		expect(res.statusCode).toBe(200);
		expect(await rowsOf(student.id)).toEqual([]);
	});
});

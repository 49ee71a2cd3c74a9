import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { notificationPreferences } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { SECRETS } from '#tests/support/secret.ts';
import { createUnsubscribeTokens, type Subscription } from './unsubscribe-tokens.ts';

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
	test('by default everything is shown in the app, and everything but announcements is mailed', async () => {
		const student = await t.student();

		expect(await preferencesOf(student)).toEqual({
			success: true,
			canMail: false,
			choices: [
				{ kind: 'message', inApp: true, byMail: true },
				{ kind: 'sale', inApp: true, byMail: true },
				{ kind: 'offer', inApp: true, byMail: true },
				{ kind: 'reservation', inApp: true, byMail: true },
				{ kind: 'queue-turn', inApp: true, byMail: true },
				{ kind: 'handover', inApp: true, byMail: true },
				{ kind: 'review', inApp: true, byMail: true },
				{ kind: 'price-drop', inApp: true, byMail: true },
				{ kind: 'back-on-sale', inApp: true, byMail: true },
				{ kind: 'wanted-answer', inApp: true, byMail: true },
				{ kind: 'wanted-ending', inApp: true, byMail: true },
				{ kind: 'search-alert', inApp: true, byMail: true },
				{ kind: 'item-moderated', inApp: true, byMail: true },
				{ kind: 'warning', inApp: true, byMail: true },
				{ kind: 'report', inApp: true, byMail: true },
				{ kind: 'announcement', inApp: true, byMail: false },
			],
		});
	});

	test('the notification preferences say whether the user has a confirmed email address', async () => {
		const confirmed = await t.student({ emailConfirmedAt: new Date() });
		const phoneOnly = await t.student({ email: null, phone: '+919876500001' });

		expect(await preferencesOf(confirmed)).toMatchObject({ canMail: true });
		expect(await preferencesOf(phoneOnly)).toMatchObject({ canMail: false });
	});

	test.each(NOTIFICATION_KINDS)(
		'the preference for %s can be changed and changed back',
		async (kind) => {
			const student = await t.student();
			const inApp = kind === 'warning';

			const res = await setPreference(student, { kind, inApp, byMail: kind === 'announcement' });

			expect(res.json()).toEqual({ success: true, message: NOTIFICATION_MESSAGES.preferenceSaved });
			expect(await byKind(student, kind)).toEqual({ kind, inApp, byMail: kind === 'announcement' });
			await setPreference(student, { kind, inApp: true, byMail: kind !== 'announcement' });
			expect(await byKind(student, kind)).toEqual({
				kind,
				inApp: true,
				byMail: kind !== 'announcement',
			});
		},
	);

	test('the notification preferences of one user do not affect other users', async () => {
		const [one, other] = [await t.student(), await t.student()];

		await setPreference(one, { kind: 'report', inApp: false, byMail: false });

		expect(await byKind(other, 'report')).toEqual({ kind: 'report', inApp: true, byMail: true });
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

	test.each(NOTIFICATION_KINDS)(
		'an unsubscribe link for %s turns off only mails of that kind, without a session',
		async (kind) => {
			const student = await t.student();
			await setPreference(student, { kind, inApp: true, byMail: true });

			const res = await post(tokens.sign({ userId: student.id, kind }));

			expect(res.statusCode).toBe(200);
			expect(res.json()).toEqual({
				success: true,
				message: NOTIFICATION_MESSAGES.unsubscribed,
				kind,
			});
			expect(await byKind(student, kind)).toEqual({ kind, inApp: true, byMail: false });
			expect(await rowsOf(student.id)).toHaveLength(1);
		},
	);

	test('an unsubscribe link used twice has the same result, and leaves the in-app setting unchanged', async () => {
		const student = await t.student();
		await setPreference(student, { kind: 'report', inApp: false, byMail: true });
		const token = tokens.sign({ userId: student.id, kind: 'report' });

		const responses = [await post(token), await post(token)];

		for (const res of responses) expect(res.statusCode).toBe(200);
		expect(await byKind(student, 'report')).toEqual({
			kind: 'report',
			inApp: false,
			byMail: false,
		});
	});

	const boundary = 'a-boundary-of-a-mail-program';
	const MULTIPART = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
	test.each([
		['with a URL-encoded form', oneClick],
		[
			'with a multipart form',
			{
				payload: MULTIPART,
				headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
			},
		],
		['without a body, as from our own page', {}],
		['with JSON', { payload: {} }],
	])('an unsubscribe request %s turns the mails off', async (_, sent) => {
		const student = await t.student();

		const res = await post(tokens.sign({ userId: student.id, kind: 'message' }), sent);

		expect(res.statusCode).toBe(200);
		expect(await byKind(student, 'message')).toMatchObject({ byMail: false });
	});

	test('a route other than unsubscribing refuses a URL-encoded form with 415', async () => {
		const student = await t.student();
		const form = { payload: 'kind=report', headers: oneClick.headers };

		const res = await t.as(student).call('PUT', '/account/notification-choices', form);

		expect(res.statusCode).toBe(415);
	});

	test('a large form to unsubscribe is refused with 413', async () => {
		const token = tokens.sign({ userId: 1, kind: 'message' });

		const res = await post(token, { payload: `a=${'x'.repeat(5000)}`, headers: form });

		expect(res.statusCode).toBe(413);
	});

	test('forged unsubscribe tokens are refused and change nothing', async () => {
		const [student, other] = [await t.student(), await t.student()];
		const token = tokens.sign({ userId: student.id, kind: 'message' });
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

	test('a GET request for an unsubscribe link only redirects to the unsubscribe page', async () => {
		const student = await t.student();
		const token = tokens.sign({ userId: student.id, kind: 'message' });

		const res = await t.as(null).get(`/unsubscribe/${token}`);

		expect(res.statusCode).toBe(302);
		expect(res.headers.location).toBe(`/unsubscribe#token=${token}`);
		expect(await rowsOf(student.id)).toEqual([]);
	});

	test('a hostile token in an unsubscribe link cannot redirect to another site', async () => {
		const res = await t.as(null).get(`/unsubscribe/${encodeURIComponent('//x.example/?a#b\r\nc')}`);

		expect(res.statusCode).toBe(302);
		expect(res.headers.location).toBe(
			`/unsubscribe#token=${encodeURIComponent('//x.example/?a#b\r\nc')}`,
		);
	});

	test('the unsubscribe link of an erased user stores nothing', async () => {
		const student = await t.student();
		await t.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, student.id));

		const res = await post(tokens.sign({ userId: student.id, kind: 'message' }));

		expect(res.statusCode).toBe(200);
		expect(await rowsOf(student.id)).toEqual([]);
	});
});

test('an unsubscribe token contains only the user id and the kind', () => {
	const subscription: Subscription = { userId: 7, kind: 'message' };

	const token = tokens.sign(subscription);

	expect(token).toMatch(/^message-7-[\w-]{43}$/);
	expect(tokens.read(token)).toEqual(subscription);
});

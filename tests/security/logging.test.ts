import { describe, expect, test } from 'vitest';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openSockets, sendMessage } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, rejectionReason } = await openSockets(t);
const outbox = await openOutbox(t);

type Line = Record<string, unknown>;
const entries = (): Line[] => t.log.map((line) => JSON.parse(line));
const logEntriesWith = (text: string) => entries().filter(({ msg }) => msg === text);

/** The log entries about a user, without the fields that every entry has. */
const logEntriesOf = (id: number) =>
	entries()
		.filter(({ userId }) => userId === id)
		.map(({ level, time, pid, hostname, reqId, ...fields }) => fields);

const sessionsOf = async (who: { token: string }) =>
	(await t.as(who).get('/account/sessions')).json().sessions;

describe('the security log', () => {
	test('a sign-in is logged with the user id, and a failed sign-in with route and IP address', async () => {
		const { id, email } = await t.student();
		const login = (password: string) => t.as(null).post('/auth/login', { email, password });

		await login('a wrong password');
		await login(PASSWORD);

		expect(logEntriesWith('refused').at(-1)).toMatchObject({
			kind: 'unauthenticated',
			route: '/api/auth/login',
			ip: '127.0.0.1',
		});
		expect(logEntriesWith('signed in').at(-1)).toMatchObject({ userId: id, by: 'password' });
	});

	test('changes of credentials and sign-outs are logged with user id and IP address, without the values', async () => {
		const { id, email, token } = await t.student();
		const [phoneNumber, first, second] = ['9876543210', 'a first new one', 'a second new one'];
		const logIn = async (password: string): Promise<{ token: string }> => ({
			token: (await t.as(null).post('/auth/login', { email, password })).json().accessToken,
		});
		const setPassword = async (
			who: { token: string },
			currentPassword: string,
			password: string,
		) => ({
			token: (await t.as(who).put('/account/password', { currentPassword, password })).json()
				.accessToken,
		});

		await t.as({ token }).post('/account/send-confirmation');
		await t.as({ token }).post('/auth/confirm-email', { token: await outbox.waitForToken(email) });
		await t.as({ token }).put('/account/phone', { phoneNumber, currentPassword: PASSWORD });
		const other = { email: 'a-new-address@campus.example', currentPassword: PASSWORD };
		await outbox.skipRequestInterval(id);
		await t.as({ token }).put('/account/email', other);
		// The queue sends mails in any order: wait for this one, so that the third is the reset link.
		await outbox.waitForMail(email, 2);
		await t.as(null).post('/auth/forgot-password', { email });
		const link = await outbox.waitForToken(email, 3);
		await t.as(null).post('/auth/reset-password', { token: link, password: first });
		const here = await setPassword(await logIn(first), first, second);
		const [{ id: otherSessionId }] = await sessionsOf(await logIn(second));
		await t.as(here).delete(`/account/sessions/${otherSessionId}`);
		await t.as(here).post('/auth/logout');
		await t.as(await logIn(second)).post('/account/sign-out-everywhere');

		const ip = '127.0.0.1';
		const userId = id;
		const loggedIn = { userId, by: 'password', ip, msg: 'signed in' };
		expect(logEntriesOf(id)).toEqual([
			{ userId, ip, msg: 'link to confirm an address asked for' },
			{ userId, ip, msg: 'address confirmed' },
			{ userId, ip, msg: 'phone number changed' },
			{ userId, ip, msg: 'change of address asked for' },
			{ userId, ip, msg: 'link to set a password asked for' },
			{ userId, by: 'mailed link', ip, msg: 'password changed' },
			{ ...loggedIn, by: 'mailed link' },
			loggedIn,
			{ userId, by: 'session', ip, msg: 'password changed' },
			loggedIn,
			{ userId, where: 'on another device', ip, msg: 'signed out' },
			{ userId, where: 'here', ip, msg: 'signed out' },
			loggedIn,
			{ userId, where: 'everywhere', ip, msg: 'signed out' },
		]);
		for (const secret of [email, phoneNumber, other.email, first, link]) {
			expect(t.log.join('\n')).not.toContain(secret);
		}
	});

	test('a request for a reset link without an account is not logged', async () => {
		const before = logEntriesWith('link to set a password asked for').length;

		await t.as(null).post('/auth/forgot-password', { email: 'nobody@campus.example' });

		expect(logEntriesWith('link to set a password asked for')).toHaveLength(before);
	});

	test('the erasure of an account is logged with the user id, so that it can be repeated after a backup is restored', async () => {
		const { id, token } = await t.student();

		await t.as({ token }).post('/account/delete', { password: PASSWORD });

		expect(logEntriesWith('account erased')).toMatchObject([
			{ userId: id, time: expect.any(Number) },
		]);
	});

	test('a refused request is logged with user, route and reason, without any data that was sent', async () => {
		const { id } = await t.item(await t.student());
		const outsider = await t.student();

		await t.as(outsider).patch(`/item/mark-as-sold/${id}`);
		await t.as(outsider).put('/account/name', { userName: '' });
		await t.as(null).get('/admin/users?search=a-secret-word');

		const by = { id: outsider.id, role: 'user' };
		const route = '/api/item/mark-as-sold/:id';
		expect(logEntriesWith('refused').slice(-3)).toEqual([
			expect.objectContaining({ kind: 'forbidden', method: 'PATCH', route, by }),
			expect.objectContaining({ kind: 'invalid', fields: ['userName'], by }),
			expect.objectContaining({ kind: 'unauthenticated', route: '/api/admin/users', by: null }),
		]);
		expect(t.log.join()).not.toContain('a-secret-word');
	});

	test('a refused realtime event or connection is logged like a refused request', async () => {
		const [buyer, outsider] = [await t.student(), await t.student()];
		const room = { itemId: (await t.item(await t.student())).id, buyerId: buyer.id };
		const connection = await connect(outsider);
		const before = logEntriesWith('refused').length;

		await connection.request(CHAT_EVENTS.joinRoom, { ...room, userType: 'a-secret-word' });
		await sendMessage(connection, room, 'a-secret-word');
		connection.socket.emit('a-secret-word', null);
		await rejectionReason('a-secret-word');
		await rejectionReason(outsider.token, {
			extraHeaders: { origin: 'https://a-secret-word.example' },
		});

		const by = { id: outsider.id, role: 'user' };
		const ip = '127.0.0.1';
		expect(logEntriesWith('refused').slice(before)).toMatchObject([
			{ kind: 'invalid', event: CHAT_EVENTS.joinRoom, by, ip },
			{ kind: 'forbidden', event: CHAT_EVENTS.sendMessage, by, ip },
			{ kind: 'unauthenticated', by: null, ip },
			{ kind: 'forbidden', by: null, ip },
		]);
		expect(t.log.join()).not.toContain('a-secret-word');
	});

	test('a client that sends too many realtime events is logged only once', async () => {
		const rateLimited = await openApp({ RATE_LIMIT: 'on' });
		const student = await rateLimited.student();
		const connection = await (await openSockets(rateLimited)).connect(student);

		const pending = Array.from({ length: 150 }, () =>
			connection.request(REALTIME_EVENTS.markRead, null),
		);
		await Promise.all(pending);

		const tooMany = rateLimited.log.filter((one) => one.includes('"too_many"'));
		expect(tooMany.map((one) => JSON.parse(one))).toMatchObject([
			{ kind: 'too_many', by: { id: student.id }, msg: 'refused' },
		]);
	});
});

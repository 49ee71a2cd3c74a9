import { describe, expect, test } from 'vitest';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openPostOffice } from '#tests/support/post-office.ts';
import { openSockets, say } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, refusal } = await openSockets(t);
const postOffice = await openPostOffice(t);

type Line = Record<string, unknown>;
const linesSaying = (words: string): Line[] =>
	t.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === words);

/** The log lines about a user, without the fields that every request has. */
const linesOf = (id: number): Line[] =>
	t.log
		.map((line) => JSON.parse(line))
		.filter(({ userId }) => userId === id)
		.map(({ level, time, pid, hostname, reqId, ...said }) => said);

const sessionsOf = async (who: { token: string }) =>
	(await t.as(who).get('/account/sessions')).json().sessions;

describe('the log', () => {
	test('a sign-in is logged with the id of the account, and so is a failed one', async () => {
		const { id, email } = await t.student();
		const login = (password: string) => t.as(null).post('/auth/login', { email, password });

		await login('a wrong password');
		await login(PASSWORD);

		expect(linesSaying('refused').at(-1)).toMatchObject({
			kind: 'unauthenticated',
			route: '/api/auth/login',
			ip: '127.0.0.1',
		});
		expect(linesSaying('signed in').at(-1)).toMatchObject({ userId: id, by: 'password' });
	});

	test('changes of credentials and sign-outs are logged with time and address', async () => {
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
		await t.as({ token }).post('/auth/confirm-email', { token: await postOffice.tokenTo(email) });
		await t.as({ token }).put('/account/phone', { phoneNumber, currentPassword: PASSWORD });
		const other = { email: 'a-new-address@campus.example', currentPassword: PASSWORD };
		await postOffice.waitAMinute(id);
		await t.as({ token }).put('/account/email', other);
		// Concurrent requests are written in any order.
		await postOffice.mailTo(email, 2);
		await t.as(null).post('/auth/forgot-password', { email });
		const link = await postOffice.tokenTo(email, 3);
		await t.as(null).post('/auth/reset-password', { token: link, password: first });
		const here = await setPassword(await logIn(first), first, second);
		const [{ id: elsewhere }] = await sessionsOf(await logIn(second));
		await t.as(here).delete(`/account/sessions/${elsewhere}`);
		await t.as(here).post('/auth/logout');
		await t.as(await logIn(second)).post('/account/sign-out-everywhere');

		const ip = '127.0.0.1';
		const userId = id;
		const loggedIn = { userId, by: 'password', ip, msg: 'signed in' };
		expect(linesOf(id)).toEqual([
			{ userId, ip, msg: 'link to confirm an address asked for' },
			{ userId, ip, msg: 'address confirmed' },
			{ userId, ip, msg: 'phone number changed' },
			{ userId, ip, msg: 'change of address asked for' },
			{ userId, ip, msg: 'link to set a password asked for' },
			{ userId, by: 'mailed link', ip, msg: 'password changed' },
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

	test('nothing is logged about a reset request without an account', async () => {
		const before = linesSaying('link to set a password asked for').length;

		await t.as(null).post('/auth/forgot-password', { email: 'nobody@campus.example' });

		expect(linesSaying('link to set a password asked for')).toHaveLength(before);
	});

	test('an erased account is logged by id, for the day on which a backup restores it', async () => {
		const { id, token } = await t.student();

		await t.as({ token }).post('/account/delete', { password: PASSWORD });

		expect(linesSaying('account erased')).toMatchObject([{ userId: id, time: expect.any(Number) }]);
	});

	test('a refused request is logged with user, route and reason, without anything that was sent', async () => {
		const { id } = await t.item(await t.student());
		const stranger = await t.student();

		await t.as(stranger).patch(`/item/mark-as-sold/${id}`);
		await t.as(stranger).put('/account/name', { userName: '' });
		await t.as(null).get('/admin/users?search=a-secret-word');

		const by = { id: stranger.id, role: 'user' };
		const route = '/api/item/mark-as-sold/:id';
		expect(linesSaying('refused').slice(-3)).toEqual([
			expect.objectContaining({ kind: 'forbidden', method: 'PATCH', route, by }),
			expect.objectContaining({ kind: 'invalid', fields: ['userName'], by }),
			expect.objectContaining({ kind: 'unauthenticated', route: '/api/admin/users', by: null }),
		]);
		expect(t.log.join()).not.toContain('a-secret-word');
	});

	test('a refusal on a socket is logged like one of a request', async () => {
		const [buyer, stranger] = [await t.student(), await t.student()];
		const room = { itemId: (await t.item(await t.student())).id, buyerId: buyer.id };
		const line = await connect(stranger);
		const before = linesSaying('refused').length;

		await line.ask(CHAT_EVENTS.joinRoom, { ...room, userType: 'a-secret-word' });
		await say(line, room, 'a-secret-word');
		line.socket.emit('a-secret-word', null);
		await refusal('a-secret-word');
		await refusal(stranger.token, { extraHeaders: { origin: 'https://a-secret-word.example' } });

		const by = { id: stranger.id, role: 'user' };
		const ip = '127.0.0.1';
		expect(linesSaying('refused').slice(before)).toMatchObject([
			{ kind: 'invalid', event: CHAT_EVENTS.joinRoom, by, ip },
			{ kind: 'forbidden', event: CHAT_EVENTS.sendMessage, by, ip },
			{ kind: 'unauthenticated', by: null, ip },
			{ kind: 'forbidden', by: null, ip },
		]);
		expect(t.log.join()).not.toContain('a-secret-word');
	});

	test('a client that sends too much is logged once, not each time', async () => {
		const limited = await openApp({ RATE_LIMIT: 'on' });
		const student = await limited.student();
		const line = await (await openSockets(limited)).connect(student);

		const asked = Array.from({ length: 150 }, () => line.ask(REALTIME_EVENTS.markRead, null));
		await Promise.all(asked);

		const tooMany = limited.log.filter((one) => one.includes('"too_many"'));
		expect(tooMany.map((one) => JSON.parse(one))).toMatchObject([
			{ kind: 'too_many', by: { id: student.id }, msg: 'refused' },
		]);
	});

	test('a line has its time in UTC and the request id', async () => {
		const before = Date.now();
		await t.as(null).get('/auth');

		const [line] = linesSaying('refused').slice(-1);
		expect(line?.time).toBeGreaterThanOrEqual(before);
		expect(line?.reqId).toMatch(/^[0-9a-f-]{36}$/);
	});
});

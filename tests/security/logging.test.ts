import { describe, expect, test } from 'vitest';
import { CHAT_EVENTS, LIVE_EVENTS } from '#contract/chat-facts.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openSockets, say } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, refusal } = await openSockets(t);

type Line = Record<string, unknown>;
const linesSaying = (words: string): Line[] =>
	t.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === words);

describe('the log', () => {
	test('signing in is logged by the number of the account, and failing as well', async () => {
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

	test('who has erased their account is logged by number, for the day on which a backup brings them back', async () => {
		const { id, token } = await t.student();

		await t.as({ token }).post('/account/delete', { password: PASSWORD });

		expect(linesSaying('account erased')).toMatchObject([{ userId: id, time: expect.any(Number) }]);
	});

	test('a refused call is logged: who, where and why, without a word of what was sent', async () => {
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

	test('a refusal on a live connection is logged like one of a call', async () => {
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

	test('who sends too much is logged once, not each time', async () => {
		const limited = await openApp({ RATE_LIMIT: 'on' });
		const student = await limited.student();
		const line = await (await openSockets(limited)).connect(student);

		const asked = Array.from({ length: 150 }, () => line.ask(LIVE_EVENTS.markRead, null));
		await Promise.all(asked);

		const tooMany = limited.log.filter((one) => one.includes('"too_many"'));
		expect(tooMany.map((one) => JSON.parse(one))).toMatchObject([
			{ kind: 'too_many', by: { id: student.id }, msg: 'refused' },
		]);
	});

	test('a line says when in UTC, and of which request', async () => {
		const before = Date.now();
		await t.as(null).get('/auth');

		const [line] = linesSaying('refused').slice(-1);
		expect(line?.time).toBeGreaterThanOrEqual(before);
		expect(line?.reqId).toMatch(/^[0-9a-f-]{36}$/);
	});
});

import { expect, test } from 'vitest';
import { announce } from '#server/features/notifications/commands.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();

const make = (type: 'info' | 'warning' = 'info') =>
	announce(
		{ db: t.db, addTask: t.queue.addTask },
		{ title: 'Fair', message: 'On Sunday.', type, target: 'admins' },
	);
const listed = async (who: { token: string }, query = '') =>
	(await t.as(who).get(`/admin/notifications${query}`)).json();
const read = (who: { token: string }, upTo: unknown) =>
	t.as(who).put(`/admin/notifications/read?upTo=${upTo}`);

test('what came after the list was answered stays unread', async () => {
	const admin = await t.admin();
	const shown = await make();
	const { newest } = await listed(admin);
	const since = await make();

	const res = await read(admin, newest);

	expect([newest, res.statusCode]).toEqual([shown, 200]);
	const { unread, notifications } = await listed(admin, '?limit=2');
	expect(unread).toBe(1);
	expect(notifications).toMatchObject([
		{ id: since, isRead: false },
		{ id: shown, isRead: true },
	]);
});

test('the newest is told whatever the filters leave', async () => {
	const admin = await t.admin();
	await make('info');
	const newest = await make('warning');

	expect((await listed(admin, '?type=info')).newest).toBe(newest);
	expect((await listed(admin, '?q=nothing-like-it')).newest).toBe(newest);
});

test('nothing that was read becomes unread, and nothing to come is read', async () => {
	const admin = await t.admin();
	const [first] = [await make(), await make()];
	await t.as(admin).put('/admin/notifications/read');

	await read(admin, first);
	const after = (await listed(admin)).unread;
	await read(admin, 2_000_000_000);
	await make();

	expect([after, (await listed(admin)).unread]).toEqual([0, 1]);
});

test.each(['-1', 'all', '2147483648'])('is refused up to %s', async (upTo) => {
	expect((await read(await t.admin(), upTo)).statusCode).toBe(400);
});

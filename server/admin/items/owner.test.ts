import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();

test('an item says whether its owner is suspended, in the list and by itself', async () => {
	const [owner, suspended] = [await t.student(), await t.student({ bannedAt: new Date() })];
	const [open, hidden] = [
		await t.item(owner, { title: 'Xylem lamp' }),
		await t.item(suspended, { title: 'Xylem kettle' }),
	];

	const listed = (await t.as(admin).get('/admin/items?search=xylem')).json().items;
	const one = (await t.as(admin).get(`/admin/items/${hidden.id}`)).json().item;

	const told = listed.map((item: typeof one) => [item.id, item.User.isBanned]);
	expect(told).toEqual([
		[hidden.id, true],
		[open.id, undefined],
	]);
	expect(one).toMatchObject({ status: 'available', User: { id: suspended.id, isBanned: true } });
});

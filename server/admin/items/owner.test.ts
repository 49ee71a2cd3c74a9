import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();

test('the admin list and the admin details of an item show whether the owner is banned', async () => {
	const [owner, bannedOwner] = [await t.student(), await t.student({ bannedAt: new Date() })];
	const [visible, hidden] = [
		await t.item(owner, { title: 'Xylem lamp' }),
		await t.item(bannedOwner, { title: 'Xylem kettle' }),
	];

	const listed = (await t.as(admin).get('/admin/items?search=xylem')).json().items;
	const single = (await t.as(admin).get(`/admin/items/${hidden.id}`)).json().item;

	const listedBans = listed.map((item: typeof single) => [item.id, item.User.isBanned]);
	expect(listedBans).toEqual([
		[hidden.id, true],
		[visible.id, undefined],
	]);
	expect(single).toMatchObject({
		status: 'available',
		User: { id: bannedOwner.id, isBanned: true },
	});
});

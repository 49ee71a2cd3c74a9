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
	const list = async (query: string) =>
		(await t.as(admin).get(`/admin/items?search=xylem&${query}`)).json().items;
	expect(await list('status=owner-banned')).toMatchObject([{ id: hidden.id }]);
	expect(await list('status=available')).toMatchObject([{ id: visible.id }]);
	const found = (await t.as(admin).get('/admin/search?q=xylem')).json().items;
	expect(found).toMatchObject([{ id: hidden.id, isOwnerBanned: true }, { id: visible.id }]);
	const csv = await t.as(admin).get('/admin/items/export?search=xylem');
	expect(csv.body).toMatch(/Xylem kettle.*Hidden: owner banned/);
});

test('a search of items finds those of owners whom the text names, by name or address', async () => {
	const owner = await t.student({ userName: 'Quenby Zz', email: 'quenby77@campus.example' });
	const { id } = await t.item(owner, { title: 'Dumbbells' });
	const byTitle = await t.item(await t.student(), { title: 'Book by Quenby' });
	const list = async (search: string) =>
		(await t.as(admin).get(`/admin/items?search=${search}`)).json().items;

	expect(await list('quenby')).toMatchObject([{ id: byTitle.id }, { id }]);
	expect(await list('quenby77%40campus')).toMatchObject([{ id }]);
	expect(await list('quenby&status=sold')).toEqual([]);
});

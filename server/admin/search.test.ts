import { expect, test } from 'vitest';
import { SEARCH_RESULTS_MAX } from '#contract/admin/search.ts';
import { eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();
const search = async (q: string) =>
	(await t.as(admin).get(`/admin/search?q=${encodeURIComponent(q)}`)).json();

test('the search of the back-office finds users and items by text, the newest five of each', async () => {
	const seller = await t.student({ userName: 'Periwinkle' });
	const banned = await t.student({ userName: 'Periwinkle', bannedAt: new Date() });
	for (let count = 0; count < SEARCH_RESULTS_MAX; count++) {
		await t.item(seller, { title: 'Periwinkle shell' });
	}
	const last = await t.item(seller, { title: 'A periwinkle', price: 50, bannedAt: new Date() });

	const { users, items } = await search('periwinkle');

	const { userName } = seller;
	expect(users).toEqual([
		{ id: banned.id, userName, email: banned.email, isBanned: true },
		{ id: seller.id, userName, email: seller.email, isBanned: false },
	]);
	expect(items).toHaveLength(SEARCH_RESULTS_MAX);
	expect(items[0]).toEqual({ id: last.id, title: 'A periwinkle', price: 50, status: 'banned' });
});

test('the search of the back-office lists the user and the item with the searched id first', async () => {
	const { id: userId } = await t.student();
	const { id: itemId } = await t.item(await t.student());
	for (let count = 0; count < SEARCH_RESULTS_MAX; count++) {
		await t.item(await t.student({ userName: `Room ${userId}` }), { title: `Part ${itemId}` });
	}

	expect((await search(String(userId))).users[0].id).toBe(userId);
	expect((await search(String(itemId))).items[0].id).toBe(itemId);
});

test('the search of the back-office finds neither erased users nor deleted items', async () => {
	const erased = await t.student({ userName: 'Xanthippe', deletedAt: new Date() });
	const item = await t.item(erased, { title: 'Xanthippe', deletedAt: new Date() });

	for (const q of ['xanthippe', String(erased.id), String(item.id)]) {
		const { users, items } = await search(q);
		expect([...users, ...items].map(({ id }) => id)).not.toContain(erased.id);
		expect([...users, ...items].map(({ id }) => id)).not.toContain(item.id);
	}
});

test('a search of the back-office is logged without the search text, and an empty search is not logged', async () => {
	const viewer = await t.admin();

	const emptyResponse = await t.as(viewer).get('/admin/search?q=%20');
	await t.as(viewer).get('/admin/search?q=lamp');

	expect(emptyResponse.json()).toEqual({ success: true, users: [], items: [] });
	const entries = await t.db.select().from(auditLog).where(eq(auditLog.adminId, viewer.id));
	expect(entries).toMatchObject([{ action: 'VIEW_USERS', details: 'searched' }]);
});

import { describe, expect, test } from 'vitest';
import { ADMIN_ITEM_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_ITEM_MESSAGES,
	ADMIN_ITEM_PHOTOS_MAX,
	type AdminItem,
} from '#contract/admin/items.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { items } from '#server/db/schema/items.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';

const t = await openApp();
const admin = await t.admin();
const adminClient = t.as(admin);
const seller = await t.student({ userName: 'Ravi' });
const bannedAt = new Date();
const soldAt = new Date();

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);
async function list(query: string): Promise<AdminItem[]> {
	const res = await adminClient.get(`/admin/items?${query}`);
	expect(res.statusCode, res.body).toBe(200);
	return res.json().items;
}
const auditEntriesAbout = (target: string) =>
	t.db.select().from(auditLog).where(eq(auditLog.target, target)).orderBy(auditLog.id);
async function findRow(id: number) {
	const [row] = await t.db.select().from(items).where(eq(items.id, id));
	return row;
}

/** One item of each status, with the title given, oldest first. */
async function makeOneOfEachStatus(title: string) {
	return {
		available: (await t.item(seller, { title, price: 30 })).id,
		sold: (await t.item(seller, { title, price: 10, soldAt })).id,
		banned: (await t.item(seller, { title, price: 20, bannedAt })).id,
		soldAndBanned: (await t.item(seller, { title, price: 40, soldAt, bannedAt })).id,
		deleted: (await t.item(seller, { title, deletedAt: new Date() })).id,
	};
}

describe('admin list of items', () => {
	test('an item is shown with its owner, the reason for its ban and up to four photos with working URLs', async () => {
		const title = 'Gramophone';
		const fields = { title, bannedAt, banReason: 'Counterfeit', photoCount: 4 };
		await t.item(seller, fields);

		const [item] = await list('search=gramophone');
		expect(idsOf(await list(`search=${item?.id}`))).toEqual([item?.id]);

		expect(item).toMatchObject({ isAvailable: false, status: 'banned', adminNotes: 'Counterfeit' });
		const { id, userName, email } = seller;
		expect(item?.User).toEqual({ id, userName, email });
		expect(item?.images).toHaveLength(ADMIN_ITEM_PHOTOS_MAX);
		for (const url of item?.images ?? []) {
			expect((await t.app.inject(url)).statusCode).toBe(200);
		}
	});

	test('photos of a banned seller’s items have working URLs, and an erased owner is left out', async () => {
		const banned = await t.student({ bannedAt });
		const erased = await t.student({ deletedAt: new Date() });
		const title = 'Abacus';
		await t.item(erased, { title });
		await t.item(banned, { title });

		const [itemOfBanned, itemOfErased] = await list('search=abacus');

		expect((await t.app.inject(itemOfBanned?.images[0] ?? '')).statusCode).toBe(200);
		expect(itemOfBanned?.User?.id).toBe(banned.id);
		expect(itemOfErased?.User).toBeNull();
	});
});

describe('moderation of an item', () => {
	test('an administrator can read a banned item and a deleted item, but not one that was deleted 30 days ago', async () => {
		const { banned, deleted } = await makeOneOfEachStatus('Theodolite');
		const { id: longDeleted } = await t.item(seller, { deletedAt: daysAgo(30) });

		expect((await adminClient.get(`/admin/items/${banned}`)).json().item).toMatchObject({
			id: banned,
		});
		expect((await adminClient.get(`/admin/items/${deleted}`)).json().item).toMatchObject({
			id: deleted,
			status: 'deleted',
		});
		const notFound = await adminClient.get(`/admin/items/${longDeleted}`);
		expect(notFound.statusCode).toBe(404);
		expect(notFound.json().message).toBe(ITEM_ERRORS.notFound.message);
	});

	test('a ban with a reason hides the item at once, unbanning clears the ban; the owner is told of both, and both are logged', async () => {
		const owner = await t.student();
		const { id } = await t.item(owner, { title: 'Theodolite' });
		const anonymous = t.as(null);

		const banned = await adminClient.put(`/admin/items/${id}/ban`, { reason: 'Not allowed' });
		expect(banned.json()).toEqual({ success: true, message: ADMIN_ITEM_MESSAGES.banned });
		expect((await anonymous.get(`/item/details/${id}`)).statusCode).toBe(404);
		expect(await findRow(id)).toMatchObject({ banReason: 'Not allowed' });
		const unbanned = await adminClient.put(`/admin/items/${id}/unban`);
		expect(unbanned.json().message).toBe(ADMIN_ITEM_MESSAGES.unbanned);
		expect(await findRow(id)).toMatchObject({ bannedAt: null, banReason: null });
		expect(await auditEntriesAbout(`item ${id}`)).toMatchObject([
			{ action: 'ITEM_BANNED', severity: 'HIGH', adminId: admin.id, details: 'Not allowed' },
			{ action: 'ITEM_UNBANNED', details: '' },
		]);
		const { notifications } = (await t.as(owner).get('/notifications')).json();
		const { itemBanned, itemUnbanned, itemUnbannedText } = NOTIFICATION_MESSAGES;
		expect(notifications).toMatchObject([
			{ title: itemUnbanned('Theodolite'), message: itemUnbannedText, link: `/item/${id}` },
			{ title: itemBanned('Theodolite'), message: 'Not allowed', link: `/item/${id}` },
		]);
	});

	test('when two administrators ban an item at the same time, one succeeds and the other is refused with 409', async () => {
		const { id } = await t.item(seller);

		const responses = await Promise.all(
			[adminClient, t.as(await t.admin())].map((client) =>
				client.put(`/admin/items/${id}/ban`, {}),
			),
		);

		expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
		const actions = (await auditEntriesAbout(`item ${id}`)).map(({ action }) => action);
		expect(actions.sort()).toEqual(['ATTEMPT_BAN_ITEM', 'ITEM_BANNED']);
	});

	test('unbanning an item without a ban changes nothing if the item is sold, and is refused with 409 if the item is available', async () => {
		const { available, sold } = await makeOneOfEachStatus('Alidade');

		const unbanned = await adminClient.put(`/admin/items/${sold}/unban`);
		const conflict = await adminClient.put(`/admin/items/${available}/unban`);

		expect(unbanned.statusCode).toBe(200);
		expect(unbanned.json()).toMatchObject({
			success: true,
			message: ADMIN_ITEM_MESSAGES.soldNotBanned,
			item: { id: sold, status: 'sold', isAvailable: true },
		});
		expect(await findRow(sold)).toMatchObject({ soldAt: expect.any(Date), bannedAt: null });
		expect(await auditEntriesAbout(`item ${sold}`)).toEqual([]);
		expect(conflict.statusCode).toBe(409);
	});

	test('only an item that is sold and not banned can be put back on sale', async () => {
		const { available, sold, soldAndBanned } = await makeOneOfEachStatus('Sextant');

		const relisted = await adminClient.put(`/admin/items/${sold}/relist`);
		expect(relisted.json().message).toBe(ADMIN_ITEM_MESSAGES.relisted);
		expect(await findRow(sold)).toMatchObject({ soldAt: null });
		for (const id of [available, soldAndBanned]) {
			const res = await adminClient.put(`/admin/items/${id}/relist`);
			expect(res.statusCode).toBe(409);
			expect(res.json().message).toBe(ADMIN_ITEM_ERRORS.notSold.message);
		}
	});

	test('a deleted item keeps its row with a deletion time, its owner is told the reason, and a second deletion is answered with 404', async () => {
		const owner = await t.student();
		const title = `Planimeter ${'of brass '.repeat(10)}`;
		const { id } = await t.item(owner, { title });

		const deleted = await adminClient.delete(`/admin/items/${id}`, { reason: 'Not yours to sell' });
		const again = await adminClient.delete(`/admin/items/${id}`);

		expect(deleted.json()).toEqual({ success: true, message: ADMIN_ITEM_MESSAGES.deleted });
		expect(again.statusCode).toBe(404);
		expect(await findRow(id)).toMatchObject({ deletedAt: expect.any(Date) });
		expect(await auditEntriesAbout(`item ${id}`)).toMatchObject([
			{ action: 'ITEM_DELETED', severity: 'HIGH', details: 'Not yours to sell' },
			{ action: 'ATTEMPT_DELETE_ITEM' },
		]);
		const { notifications } = (await t.as(owner).get('/notifications')).json();
		expect(notifications).toMatchObject([
			{
				kind: 'item-moderated',
				title: NOTIFICATION_MESSAGES.itemDeleted(shortTitle(title)),
				message: 'Not yours to sell',
			},
		]);
	});
});

test('a bulk ban changes and logs the items that can be banned, and reports the unchanged items', async () => {
	const { available, banned, deleted } = await makeOneOfEachStatus('Barometer');
	const itemIds = [banned, deleted, available];

	const res = await adminClient.post('/admin/items/bulk', {
		itemIds,
		action: 'ban',
		reason: 'Recall',
	});

	const unchanged = [banned, deleted];
	expect(res.json()).toMatchObject({ message: '1 changed.', changed: [available], unchanged });
	expect(await auditEntriesAbout(`item ${available}`)).toMatchObject([
		{ action: 'ITEM_BANNED', details: 'Recall' },
	]);
});

test('the admin list and the admin details of an item show whether the owner is banned', async () => {
	const [owner, bannedOwner] = [await t.student(), await t.student({ bannedAt: new Date() })];
	const [visible, hidden] = [
		await t.item(owner, { title: 'Xylem lamp' }),
		await t.item(bannedOwner, { title: 'Xylem kettle' }),
	];

	const listed = (await adminClient.get('/admin/items?search=xylem')).json().items;
	const single = (await adminClient.get(`/admin/items/${hidden.id}`)).json().item;

	const listedBans = listed.map((item: typeof single) => [item.id, item.User.isBanned]);
	expect(listedBans).toEqual([
		[hidden.id, true],
		[visible.id, undefined],
	]);
	expect(single).toMatchObject({
		status: 'available',
		User: { id: bannedOwner.id, isBanned: true },
	});
	expect(await list('search=xylem&status=owner-banned')).toMatchObject([{ id: hidden.id }]);
	expect(await list('search=xylem&status=available')).toMatchObject([{ id: visible.id }]);
	const found = (await adminClient.get('/admin/search?q=xylem')).json().items;
	expect(found).toMatchObject([{ id: hidden.id, isOwnerBanned: true }, { id: visible.id }]);
	const csv = await adminClient.get('/admin/items/export?search=xylem');
	expect(csv.body).toMatch(/Xylem kettle.*Hidden: owner banned/);
});

test('a search of items finds those of owners whom the text names, by name or address', async () => {
	const owner = await t.student({ userName: 'Quenby Zz', email: 'quenby77@campus.example' });
	const { id } = await t.item(owner, { title: 'Dumbbells' });
	const byTitle = await t.item(await t.student(), { title: 'Book by Quenby' });

	expect(await list('search=quenby')).toMatchObject([{ id: byTitle.id }, { id }]);
	expect(await list('search=quenby77%40campus')).toMatchObject([{ id }]);
	expect(await list('search=quenby&status=sold')).toEqual([]);
});

test('admin searches of items by a common word and by a rare word return complete pages in every sort order', async () => {
	const [commonWord, rareWord] = ['Clavichord', 'Ophicleide'] as const;
	const rows = Array.from({ length: 90 }, (_, index) => ({
		...ITEM_FIELDS,
		title: index < 88 ? commonWord : rareWord,
		sellerId: seller.id,
		soldAt: index % 3 === 0 ? new Date() : null,
		bannedAt: index % 5 === 0 ? new Date() : null,
	}));
	await t.db.insert(items).values(rows);

	for (const sort of ['newest', 'oldest', 'dearest', 'cheapest']) {
		const pageOf = async (search: string, page: number) =>
			(
				await adminClient.get(`/admin/items?search=${search}&sort=${sort}&page=${page}&limit=40`)
			).json();
		const common = await pageOf(commonWord, 3);
		const rare = await pageOf(rareWord, 1);
		expect([common.pagination.total, common.items.length]).toEqual([88, 8]);
		expect([rare.pagination.total, rare.items.length]).toEqual([2, 2]);
	}
});

import { describe, expect, test } from 'vitest';
import { ADMIN_ITEM_ERRORS } from '#contract/admin/errors.ts';
import { REMOVED_TEXT } from '#contract/deals/server-texts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';

const t = await openApp();
const { doAction, requestAction, readDeal, startSale, askAboutItem } = openDeals(t);
const admin = t.as(await t.admin());

type Student = Awaited<ReturnType<typeof t.student>>;
const remove = (who: Student, id: number) => t.as(who).delete(`/item/${id}`);
const putBack = (who: Student, id: number) => t.as(who).post(`/item/${id}/put-back`);
const statusOf = async (path: string, who: Student | null = null) =>
	(await t.as(who).get(path)).statusCode;
const uploadsOf = async (who: Student) =>
	(await t.as(who).get('/profile/get-profile')).json().data.items;

/** Moves removal and deletion of an item into the past. */
const passDays = (id: number, days: number) =>
	t.db
		.update(items)
		.set({
			removedAt: sql`removed_at - make_interval(days => ${days})`,
			deletedAt: sql`deleted_at - make_interval(days => ${days})`,
		})
		.where(eq(items.id, id));

describe('an owner removes an item', () => {
	test('nobody else sees a removed item, its owner keeps it with signed photos, and it comes back as it was; repeating changes nothing', async () => {
		const owner = await t.student();
		const { id } = await t.item(owner, { title: 'Vernier calliper', soldAt: new Date() });
		const saver = await t.student();
		await t.as(saver).put(`/saved/${id}`);
		const { photos } = (await t.as(owner).get(`/item/get-item-details/${id}`)).json().data;

		const removed = await remove(owner, id);
		const again = await remove(owner, id);

		expect(removed.json()).toMatchObject({
			success: true,
			item: { id, status: 'removed', isAvailable: false, keptUntil: expect.any(String) },
		});
		expect(again.json().item).toMatchObject({ keptUntil: removed.json().item.keptUntil });
		expect(await statusOf(`/item/get-item-details/${id}`)).toBe(404);
		expect((await t.app.inject(photos[0].url)).statusCode).toBe(404);
		expect((await t.as(saver).get('/saved')).json().items).toMatchObject([
			{ id, isAvailable: false, status: 'removed' },
		]);
		expect(await uploadsOf(owner)).toMatchObject([{ id, status: 'removed' }]);
		const own = (await t.as(owner).get(`/item/get-item-details/${id}`)).json().data;
		expect((await t.app.inject(own.photos[0].url)).statusCode).toBe(200);

		for (const reply of [await putBack(owner, id), await putBack(owner, id)])
			expect(reply.json()).toMatchObject({ success: true, item: { id, status: 'sold' } });
		expect(await statusOf(`/item/get-item-details/${id}`)).toBe(200);
	});

	test('others cannot remove an item or put it back, nobody a banned one, and the owner neither edits nor sells a removed one', async () => {
		const [owner, stranger] = [await t.student(), await t.student()];
		const { id } = await t.item(owner);
		const { id: bannedId } = await t.item(owner, { bannedAt: new Date() });

		expect((await remove(stranger, id)).statusCode).toBe(403);
		expect((await putBack(stranger, id)).statusCode).toBe(403);
		for (const act of [remove, putBack])
			expect((await act(owner, bannedId)).json()).toMatchObject(ITEM_ERRORS.banned);

		await remove(owner, id);
		expect((await remove(stranger, id)).statusCode).toBe(404);
		expect((await putBack(stranger, id)).statusCode).toBe(404);
		expect((await t.as(owner).patch(`/item/mark-as-sold/${id}`)).statusCode).toBe(409);
		expect((await t.as(owner).form('PUT', `/item/update-item/${id}`, {})).statusCode).toBe(409);
	});

	test('after 30 days a removed item cannot be put back', async () => {
		const owner = await t.student();
		const { id } = await t.item(owner);
		await remove(owner, id);
		await passDays(id, 30);

		expect((await putBack(owner, id)).statusCode).toBe(404);
		expect(await uploadsOf(owner)).toEqual([]);
	});

	test('offer, reservation and queue end with the reason, the chats that have begun go on, and no new one begins', async () => {
		const { seller, buyer, other, itemId } = await startSale();
		const stranger = await t.student();
		await askAboutItem(buyer, itemId);
		await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });
		await doAction(other, itemId, other, 'join-queue');
		const offered = await startSale();
		await doAction(offered.buyer, offered.itemId, offered.buyer, 'offer', { amount: 300 });

		await remove(seller, itemId);
		await remove(offered.seller, offered.itemId);

		const ends = [
			[buyer, itemId, 'reservation-ended'],
			[other, itemId, 'queue-ended'],
			[offered.buyer, offered.itemId, 'offer-lapsed'],
		] as const;
		for (const [who, ofItem, type] of ends) {
			const chat = await t.as(who).get(`/chat/conversation/${ofItem}/${who.id}`);
			expect(chat.json().at(-1)).toMatchObject({
				event: { type, isRemoved: true },
				message: expect.stringContaining(REMOVED_TEXT),
			});
		}
		const open = (await t.as(buyer).get(`/chat/open/${itemId}/${buyer.id}`)).json().chat;
		expect(open).toMatchObject({ item: { status: 'removed', photo: null }, closed: null });
		expect((await readDeal(buyer, itemId, buyer)).actions).toEqual([]);
		expect(await statusOf(`/deals/${itemId}/${stranger.id}`, stranger)).toBe(404);
		expect(await statusOf(`/chat/open/${itemId}/${stranger.id}`, stranger)).toBe(404);
		expect(
			(await requestAction(buyer, itemId, buyer, 'offer', { amount: 400 })).json(),
		).toMatchObject({ code: 'deal/not-available' });
	});

	test('the buyer of a sold item still confirms after its seller has removed it', async () => {
		const { seller, buyer, itemId } = await startSale();
		await askAboutItem(buyer, itemId);
		await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, { buyerId: buyer.id });

		await remove(seller, itemId);

		const deal = await doAction(buyer, itemId, buyer, 'confirm-sale');
		expect(deal.actions).toEqual(['review']);
		expect((await t.as(buyer).get('/deals')).json().deals).toMatchObject([
			{ item: { id: itemId, status: 'removed', photos: [] } },
		]);
	});

	test('of a put-back and a ban at the same time, the item ends up banned and hidden', async () => {
		const owner = await t.student();
		const { id } = await t.item(owner);
		await remove(owner, id);

		await Promise.all([putBack(owner, id), admin.put(`/admin/items/${id}/ban`, {})]);

		expect((await putBack(owner, id)).statusCode).toBe(409);
		expect(await statusOf(`/item/get-item-details/${id}`)).toBe(404);
	});
});

describe('an administrator', () => {
	test('finds removed and deleted items by their status, and undoes a deletion: the item is then as it was', async () => {
		const owner = await t.student();
		const [onSale, removed] = [await t.item(owner), await t.item(owner)];
		await remove(owner, removed.id);
		const idsOf = async (status: string) =>
			(await admin.get(`/admin/items?status=${status}`))
				.json()
				.items.filter((item: { User: { id: number } }) => item.User.id === owner.id)
				.map(({ id }: { id: number }) => id);
		expect(await idsOf('removed')).toEqual([removed.id]);

		for (const { id } of [onSale, removed])
			await admin.delete(`/admin/items/${id}`, { reason: 'By mistake' });
		expect(await idsOf('deleted')).toEqual([removed.id, onSale.id]);
		expect((await putBack(owner, removed.id)).statusCode).toBe(404);
		for (const { id } of [onSale, removed])
			expect((await admin.put(`/admin/items/${id}/restore`)).statusCode).toBe(200);

		expect(await uploadsOf(owner)).toMatchObject([
			{ id: removed.id, status: 'removed' },
			{ id: onSale.id, status: 'available' },
		]);
		expect((await admin.put(`/admin/items/${onSale.id}/restore`)).json()).toMatchObject(
			ADMIN_ITEM_ERRORS.notDeleted,
		);
	});

	test('corrects title and category of an item once, with an audit entry and a notification of its owner', async () => {
		const owner = await t.student();
		const { id } = await t.item(owner, { title: 'Calculater', category: 'Books' });
		const correct = (body: object) => admin.put(`/admin/items/${id}/correct`, body);
		const correction = { title: 'Calculator', category: 'Essentials' };

		for (const body of [correction, correction]) expect((await correct(body)).statusCode).toBe(200);
		expect((await correct({ category: 'Hats' })).statusCode).toBe(400);

		const item = (await t.as(null).get(`/item/get-item-details/${id}`)).json().data;
		expect(item).toMatchObject(correction);
		const { notifications } = (await t.as(owner).get('/notifications')).json();
		expect(notifications).toMatchObject([
			{ kind: 'item-moderated', title: NOTIFICATION_MESSAGES.itemCorrected('Calculater') },
		]);
		const entries = await t.db
			.select()
			.from(auditLog)
			.where(eq(auditLog.target, `item ${id}`));
		expect(entries.map(({ action }) => action)).toEqual(['ITEM_CORRECTED', 'ATTEMPT_CORRECT_ITEM']);
	});
});

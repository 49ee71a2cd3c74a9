import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openSockets } from '#tests/support/sockets.ts';
import { notifyPriceDrop, savedJobs } from './commands.ts';

const t = await openApp();
const { connect } = await openSockets(t);
const admin = await t.admin();
const deps = { db: t.db, addTask: t.queue.addTask, realtime: t.app.realtime };
const jobs = savedJobs(deps);

/** Runs each due task twice, as a worker does after a crash before the task was marked as done. */
async function runTasks(): Promise<void> {
	const { rows } = await t.db.execute<{ name: string; data: unknown }>(sql`
		update pgboss.job set state = 'completed', completed_on = now()
		where name in ('price-drop', 'back-on-sale') and state = 'created' and start_after <= now()
		returning name, data`);
	for (const { name, data } of [...rows, ...rows]) {
		const handler = jobs.find((job) => 'task' in job && job.task.name === name);
		if (!handler || !('task' in handler)) throw new Error(`Nobody handles ${name}.`);
		await handler.run([data]);
	}
}

async function notificationsOf(who: Student): Promise<{ title: string; message: string }[]> {
	const { notifications } = (await t.as(who).get('/notifications')).json();
	return notifications.filter(({ kind }: { kind: string }) => kind !== 'message');
}
const messagesOf = async (who: Student) =>
	(await notificationsOf(who)).map(({ message }) => message);

const save = (who: Student, id: number) => t.as(who).put(`/saved/${id}`);

interface TestItem {
	id: number;
	hashes: string[];
}

/** The seller edits the item's price, and the notification tasks run. */
async function changePrice(seller: Student, { id, hashes }: TestItem, price: number) {
	const keepExistingImages = JSON.stringify(hashes.map((hash) => `/photos/${hash}-1600.webp`));
	const fields = { ...ITEM_FIELDS, price, isFree: String(price === 0), keepExistingImages };
	const res = await t.as(seller).form('PUT', `/item/update-item/${id}`, fields);
	expect(res.statusCode).toBe(200);
	await runTasks();
}

/** An item at this price, and a user who saved it. */
async function savedItem(price = 1000) {
	const [seller, saver] = [await t.student(), await t.student()];
	const item = await t.item(seller, { price });
	await save(saver, item.id);
	return { seller, saver, item };
}

/** Moves the times of the last notifications back by a day. */
const passDay = (id: number) =>
	t.db.execute(sql`
		update saved_items set notified_at = notified_at - interval '24 hours',
			back_on_sale_at = back_on_sale_at - interval '24 hours'
		where item_id = ${id}`);

describe('price drops of saved items', () => {
	test('each user who saved the item gets one notification with a link, and a socket event', async () => {
		const { seller, saver, item } = await savedItem();
		const [other, stranger] = [await t.student(), await t.student()];
		await save(other, item.id);
		const device = await connect(saver);

		await changePrice(seller, item, 900);

		await device.waitFor(REALTIME_EVENTS.notificationsChanged);
		for (const person of [saver, other]) {
			expect(await notificationsOf(person)).toEqual([
				expect.objectContaining({
					kind: 'price-drop',
					title: SAVED_MESSAGES.priceDrop(ITEM_FIELDS.title),
					message: '₹900 instead of ₹1,000.',
					link: `/item/${item.id}`,
					isRead: false,
				}),
			]);
		}
		for (const person of [seller, stranger]) expect(await notificationsOf(person)).toEqual([]);
	});

	test('a drop by at least five percent notifies users who saved the item, a smaller one and a rise do not', async () => {
		for (const [before, now, isNotified] of [
			[1000, 950, true],
			[1000, 950.01, false],
			[0.2, 0.19, true],
			[1000, 1001, false],
		] as const) {
			const { seller, saver, item } = await savedItem(before);

			await changePrice(seller, item, now);

			expect(await notificationsOf(saver), `${now}`).toHaveLength(isNotified ? 1 : 0);
		}
	});

	test('a drop to ₹0 is notified as “Free”, and no further notification follows for the free item', async () => {
		const { seller, saver, item } = await savedItem(450);

		await changePrice(seller, item, 0);
		await passDay(item.id);
		await changePrice(seller, item, 0);

		expect(await messagesOf(saver)).toEqual(['Free instead of ₹450.']);
	});

	test('several small drops of a price are notified as one when they add up to at least five percent', async () => {
		const { seller, saver, item } = await savedItem();

		for (const price of [980, 960, 940, 930]) await changePrice(seller, item, price);

		expect(await messagesOf(saver)).toEqual(['₹940 instead of ₹1,000.']);
	});

	test('when the price rises and falls again, the drop is measured from the last notified price', async () => {
		const { seller, saver, item } = await savedItem();

		await changePrice(seller, item, 800);
		await passDay(item.id);
		for (const price of [1000, 800, 790]) await changePrice(seller, item, price);
		expect(await messagesOf(saver)).toEqual(['₹800 instead of ₹1,000.']);
		await changePrice(seller, item, 700);

		expect(await messagesOf(saver)).toEqual(['₹700 instead of ₹800.', '₹800 instead of ₹1,000.']);
	});

	test('further drops on the same day are notified once, a day after the first notification', async () => {
		const { seller, saver, item } = await savedItem();

		for (const price of [900, 700, 600, 500]) await changePrice(seller, item, price);

		expect(await messagesOf(saver)).toEqual(['₹900 instead of ₹1,000.']);
		const { rows } = await t.db.execute<{ hours: number }>(sql`
			select extract(epoch from start_after - now())::float8 / 3600 as hours from pgboss.job
			where name = 'price-drop' and state = 'created' and data->>'itemId' = ${String(item.id)}`);
		expect(rows).toEqual([{ hours: expect.closeTo(24, 1) }]);
		await passDay(item.id);
		await t.db.execute(sql`update pgboss.job set start_after = now() where name = 'price-drop'`);
		await runTasks();
		expect(await messagesOf(saver)).toEqual(['₹500 instead of ₹900.', '₹900 instead of ₹1,000.']);
	});

	test('users who have blocked the seller, are blocked by the seller, have removed the saved item or want no such notifications get none', async () => {
		const { seller, saver: blocked, item } = await savedItem();
		const [blocking, former, silent] = [await t.student(), await t.student(), await t.student()];
		for (const person of [blocking, former, silent]) await save(person, item.id);
		const choice = { kind: 'price-drop', inApp: false, byMail: false };
		await t.as(silent).put('/account/notification-choices', choice);
		await t.as(seller).put(`/people/${blocked.id}/block`);
		await t.as(blocking).put(`/people/${seller.id}/block`);
		await t.as(former).delete(`/saved/${item.id}`);

		await changePrice(seller, item, 500);

		for (const person of [blocked, blocking, former, silent])
			expect(await notificationsOf(person)).toEqual([]);
	});

	test('no notification is sent for an item that is sold, banned, deleted or hidden with its banned seller before the task runs', async () => {
		for (const hide of [
			sql`update items set sold_at = now() where id = `,
			sql`update items set banned_at = now() where id = `,
			sql`update items set deleted_at = now() where id = `,
			sql`update users set banned_at = now() from items where users.id = seller_id and items.id = `,
		]) {
			const { saver, item } = await savedItem();
			await t.db.update(items).set({ price: 500 }).where(eq(items.id, item.id));
			await t.db.execute(sql`${hide} ${item.id}`);

			await notifyPriceDrop(deps, item.id);

			expect(await notificationsOf(saver)).toEqual([]);
		}
	});

	test('all users who saved the item are notified, even more than fit into one batch', async () => {
		const { seller, item } = await savedItem();
		const { rows } = await t.db.execute<{ id: number }>(sql`
			with people as (
				insert into users (user_name, email)
				select 'Saver', 'saver-' || n || '@campus.example' from generate_series(1, 250) n returning id
			)
			insert into saved_items (user_id, item_id, saved_price)
			select id, ${item.id}::int, 1000 from people returning user_id as id`);

		await changePrice(seller, item, 500);

		const stored = await t.db.execute(sql`
			select user_id from notices where kind = 'price-drop' and link = ${`/item/${item.id}`}`);
		expect(stored.rows).toHaveLength(rows.length + 1);
	});
});

describe('saved items that are on sale again', () => {
	const moderate = (id: number, action: 'ban' | 'unban') =>
		t.as(admin).post('/admin/items/bulk', { itemIds: [id], action });

	test('when a sold item is relisted, users who saved it get one notification with the price, from which a later drop is measured', async () => {
		const { seller, saver, item } = await savedItem();
		await t.as(seller).patch(`/item/mark-as-sold/${item.id}`);
		await t.db.update(items).set({ price: 600 }).where(eq(items.id, item.id));

		const res = await t.as(admin).put(`/admin/items/${item.id}/relist`);
		await runTasks();

		expect(res.statusCode).toBe(200);
		expect(await notificationsOf(saver)).toEqual([
			expect.objectContaining({
				kind: 'back-on-sale',
				title: SAVED_MESSAGES.backOnSale(ITEM_FIELDS.title),
				message: 'You saved it. It costs ₹600.',
				link: `/item/${item.id}`,
			}),
		]);
		expect(await notificationsOf(seller)).toEqual([]);
		await passDay(item.id);
		await changePrice(seller, item, 590);
		expect(await messagesOf(saver)).toEqual(['You saved it. It costs ₹600.']);
	});

	test('when a reservation ends, users who saved the item are notified, except the buyer with the reservation', async () => {
		const { seller, saver, item } = await savedItem();
		const holder = await t.student();
		await save(holder, item.id);
		const { askAboutItem, doAction } = openDeals(t);
		await askAboutItem(holder, item.id);
		await doAction(seller, item.id, holder, 'reserve', { hours: 48 });

		await doAction(holder, item.id, holder, 'release');
		await runTasks();

		const titlesSentTo = async (who: Student) =>
			(await notificationsOf(who)).map(({ title }) => title);
		expect(await titlesSentTo(saver)).toEqual([SAVED_MESSAGES.backOnSale(ITEM_FIELDS.title)]);
		expect(await titlesSentTo(holder)).not.toContain(SAVED_MESSAGES.backOnSale(ITEM_FIELDS.title));
	});

	test('users who saved an item are notified when a ban is lifted, at most once in 24 hours and also soon after a price drop, but not when the item is banned', async () => {
		const { seller, saver, item } = await savedItem();
		const countBackOnSale = async () =>
			(await notificationsOf(saver)).filter(
				({ title }) => title === SAVED_MESSAGES.backOnSale(ITEM_FIELDS.title),
			).length;
		await changePrice(seller, item, 900);

		for (const action of ['ban', 'unban', 'ban', 'unban'] as const) {
			expect((await moderate(item.id, action)).json()).toMatchObject({ changed: [item.id] });
			await runTasks();
		}
		expect(await countBackOnSale()).toBe(1);
		await passDay(item.id);
		for (const action of ['ban', 'unban'] as const) await moderate(item.id, action);
		await runTasks();

		expect(await countBackOnSale()).toBe(2);
	});

	test('a lifted ban is not notified if the item is sold, the seller has blocked the user or the user saved the item afterwards', async () => {
		const { seller, saver, item } = await savedItem();
		const { seller: blocker, saver: blocked, item: other } = await savedItem();
		await t.as(blocker).put(`/people/${blocked.id}/block`);
		await t.as(seller).patch(`/item/mark-as-sold/${item.id}`);
		const late = await t.student();

		for (const { id } of [item, other]) {
			await moderate(id, 'ban');
			await moderate(id, 'unban');
		}
		await save(late, other.id);
		await runTasks();

		for (const person of [saver, blocked, late]) expect(await notificationsOf(person)).toEqual([]);
	});

	test('when a seller’s ban is lifted, a user gets one notification for all saved items of that seller', async () => {
		const { seller, saver, item } = await savedItem();
		const [second, sold] = [await t.item(seller), await t.item(seller, { soldAt: new Date() })];
		const other = await t.student();
		for (const { id } of [second, sold]) await save(saver, id);
		await save(other, item.id);

		await t.as(admin).put(`/admin/users/${seller.id}/ban`, { reason: 'A mistake.' });
		await t.as(admin).put(`/admin/users/${seller.id}/unban`);
		await runTasks();

		expect(await notificationsOf(saver)).toEqual([
			expect.objectContaining({
				kind: 'back-on-sale',
				title: SAVED_MESSAGES.severalBackOnSale(2),
				link: '/saved',
			}),
		]);
		expect(await notificationsOf(other)).toEqual([
			expect.objectContaining({ title: SAVED_MESSAGES.backOnSale(ITEM_FIELDS.title) }),
		]);
	});
});

describe('personal data about saved items', () => {
	test('the export has the saved items, with the prices at saving and in the last notification; texts of an erased seller vanish', async () => {
		const { seller, saver, item } = await savedItem();
		await changePrice(seller, item, 900);

		const { savedItems } = (await t.as(saver).get('/account/export')).json();

		expect(savedItems).toEqual([
			{
				itemId: item.id,
				savedAt: expect.stringMatching(/Z$/),
				savedPrice: 1000,
				notifiedPrice: 900,
				notifiedAt: expect.stringMatching(/Z$/),
			},
		]);
		await t.as(seller).post('/account/delete', { password: PASSWORD });
		const { items: shown } = (await t.as(saver).get('/saved')).json();
		expect(shown).toEqual([{ id: item.id, title: '—', isAvailable: false, status: 'removed' }]);
		expect(await notificationsOf(saver)).toMatchObject([
			{ title: 'A saved item of a deleted user', message: NOTIFICATION_MESSAGES.erasedText },
		]);
	});

	test('the saved items of an erased account are deleted, and no longer counted for sellers', async () => {
		const { seller, saver, item } = await savedItem();

		await t.as(saver).post('/account/delete', { password: PASSWORD });

		const { rows } = await t.db.execute(sql`select from saved_items where user_id = ${saver.id}`);
		expect(rows).toEqual([]);
		expect((await t.as(seller).get(`/item/${item.id}`)).json()).toMatchObject({ savedCount: 0 });
	});
});

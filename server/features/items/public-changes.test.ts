import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eq, sql } from '#server/db/drizzle.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { openDatabaseEvents } from '#tests/support/database-events.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { query } from '#tests/support/query.ts';
import { changedItemIds } from './socket.ts';

const t = await openApp();
const events: (string | undefined)[] = [];
const changes = await openDatabaseEvents(t.url);
onCleanup(changes.close);
changes.subscribe('dropKeptAnswers', (payload) => events.push(payload));

const seller = await t.student();
const item = await t.item(seller);
const photo = await t.photo();
const feedbackFields = {
	name: 'Meera',
	email: 'meera@campus.example',
	rating: 5,
	category: 'general',
};

beforeEach(async () => {
	await changes.sync();
	events.length = 0;
});

/** Runs the work, waits until its notifications have arrived and returns every event received so far. */
async function eventsAfter(work: PromiseLike<unknown>): Promise<(string | undefined)[]> {
	await work;
	expect(await changes.sync()).toBe(true);
	return events;
}

const itemEvent = `items ${item.id}`;
const isThisItem = eq(items.id, item.id);

describe('what the database reports of public rows after a commit', () => {
	test('a posted, edited, sold or deleted item and a change of its photos cause an event with its id, many items one without ids, and what is rolled back none', async () => {
		const soldFrom = (soldAt: Date | null) => t.db.update(items).set({ soldAt }).where(isThisItem);
		await t.db.update(items).set({ title: 'Drafter' }).where(isThisItem);
		await soldFrom(new Date());
		await soldFrom(null);
		await t.db.insert(itemPhotos).values({ itemId: item.id, position: 1, photoHash: photo });
		await t.db.delete(itemPhotos).where(eq(itemPhotos.position, 1));
		const itemFields = { ...ITEM_FIELDS, sellerId: seller.id };
		const [added] = await t.db.insert(items).values(itemFields).returning({ id: items.id });
		await t.db.delete(items).where(eq(items.id, added?.id ?? 0));
		await t.db
			.transaction(async (tx) => {
				await tx.update(items).set({ title: 'Never' }).where(isThisItem);
				throw new Error('given up');
			})
			.catch(() => undefined);
		const insertMany = sql`insert into items (seller_id, title, description, price, category)
			select ${seller.id}, 'Book', 'Read', 1, 'Books' from generate_series(1, 200)`;

		expect(await eventsAfter(t.db.execute(insertMany))).toEqual([
			...Array(5).fill(itemEvent),
			...Array(2).fill(`items ${added?.id}`),
			'items',
		]);
	});

	test('a new name, a ban, an unban and the deletion of a seller each cause an event, and other changes of a user do not', async () => {
		const change = (values: object) =>
			eventsAfter(t.db.update(users).set(values).where(eq(users.id, seller.id)));

		expect(await change({ tokenVersion: 2, phone: '+919876500000' })).toEqual([]);
		await change({ userName: 'Asha R' });
		await change({ bannedAt: sql`now()` });
		expect(await change({ bannedAt: null })).toEqual(Array(3).fill('items'));

		const deleted = await t.student();
		await t.item(deleted);
		await changes.sync();
		events.length = 0;
		const deletion = t.db
			.update(users)
			.set({ deletedAt: sql`now()` })
			.where(eq(users.id, deleted.id));
		expect(await eventsAfter(deletion)).toEqual(['items']);
	});

	test('after a seller deletes the account, cached responses no longer contain the seller’s items', async () => {
		const deleted = await t.student();
		const { id } = await t.item(deleted);
		const guest = t.as(null);
		const read = async () => ({
			listed: (await guest.get(`/items?seller=${deleted.id}`)).json().total,
			details: (await guest.get(`/item/get-item-details/${id}`)).statusCode,
		});
		for (let time = 0; time < 3; time += 1)
			expect(await read()).toEqual({ listed: 1, details: 200 });

		await t.as(deleted).post('/account/delete', { password: PASSWORD });

		expect((await guest.get(`/item/get-item-details/${id}`)).statusCode).toBe(404);
		const listed = await guest.get(`/items?seller=${deleted.id}`);
		expect(listed.json().items ?? []).toEqual([]);
	});

	test('approved feedback causes an event, and feedback that waits for review does not', async () => {
		const pendingFeedback = { ...feedbackFields, feedback: 'Quick and friendly.' };
		expect(await eventsAfter(t.db.insert(feedback).values(pendingFeedback))).toEqual([]);
		const approval = t.db
			.update(feedback)
			.set({ status: 'approved', isPublic: true, reviewedAt: sql`now()` });
		expect(await eventsAfter(approval)).toEqual(['feedback']);
	});
});

test('after sync(), the events of all earlier commits have been received, also with many concurrent writers', async () => {
	const all = await Promise.all(Array.from({ length: 8 }, () => t.item(seller)));
	async function writeAndCatchUp(id: number): Promise<void> {
		for (let turn = 0; turn < 15; turn++) {
			await t.db
				.update(items)
				.set({ title: `Turn ${turn}` })
				.where(eq(items.id, id));
			const before = events.filter((change) => changedItemIds(change)?.includes(id)).length;
			await t.db
				.update(items)
				.set({ title: `Turn ${turn} again` })
				.where(eq(items.id, id));
			expect(await changes.sync()).toBe(true);
			expect(
				events.filter((change) => changedItemIds(change)?.includes(id)).length,
			).toBeGreaterThan(before);
		}
	}

	await Promise.all(all.map(({ id }) => writeAndCatchUp(id)));
});

test('when the connection for invalidation events breaks, an unknown change is reported, and events arrive again after the reconnection', async () => {
	const terminateListener = `select pg_terminate_backend(pid) from pg_stat_activity
		where application_name = 'pulse' and datname = current_database()`;
	expect(changes.isListening()).toBe(true);

	await query(t.url, terminateListener);
	await vi.waitUntil(() => events.includes(undefined), 20_000);
	await vi.waitUntil(() => changes.isListening(), 20_000);

	expect(await eventsAfter(t.db.update(items).set({ title: 'After' }).where(isThisItem))).toContain(
		itemEvent,
	);
});

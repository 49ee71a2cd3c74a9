import { describe, expect, test } from 'vitest';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { addSubjects, inDays, openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost, idsOf, postWanted } = openWanted(t);
await addSubjects(t);
const guest = t.as(null);
const list = (query = '', who: Student | null = null) => t.as(who).get(`/wanted${query}`);

describe('public list of wanted posts', () => {
	test('a guest gets the posts in pages, newest first, each with its fields', async () => {
		const asker = await t.student();
		const ids = [];
		for (let count = 0; count < 5; count += 1)
			ids.push(await insertPost(asker, { title: 'Paged thing' }));

		const first = (await list('?q=paged&limit=2')).json();
		const second = (await list(`?q=paged&limit=2&cursor=${first.nextCursor}`)).json();
		const last = (await list(`?q=paged&limit=2&cursor=${second.nextCursor}`)).json();

		const posts = [first, second, last].flatMap(({ wanted }) => wanted);
		expect(posts.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
		expect(last.nextCursor).toBeNull();
		expect(first.success).toBe(true);
		expect(Object.keys(first.wanted[0])).toEqual([
			'id',
			'title',
			'note',
			'category',
			'maxPrice',
			'subject',
			'createdAt',
			'expiresAt',
			'User',
			'answers',
		]);
	});

	test('the HTML of the list’s page contains the API response for the filters in the address', async () => {
		await insertPost(await t.student(), { title: 'Embedded thing' });

		const res = await t.app.inject('/wanted?q=embedded&view=all');

		expect(res.body).toContain('"/api/wanted?q=embedded":{');
		expect(res.body).not.toContain('"/api/wanted":{');
		expect(res.body).toContain('Embedded thing');
	});

	test('a search finds posts that have all words in title or note, in any letter case', async () => {
		const asker = await t.student();
		const id = await insertPost(asker, {
			title: 'Mini DRAFTER',
			note: 'for Engineering drawing, 100% fine',
		});

		for (const text of ['drafter mini', 'ENGINEERING', 'draw 100%', 'draft']) {
			expect(idsOf(await list(`?q=${encodeURIComponent(text)}`)), text).toContain(id);
		}
		for (const text of ['drafter kettle', '100_', '%%']) {
			expect(idsOf(await list(`?q=${encodeURIComponent(text)}`)), text).not.toContain(id);
		}
	});

	test('the list is filtered by category and subject; an unknown category finds nothing and an unknown subject is refused', async () => {
		const asker = await t.student();
		const id = await insertPost(asker, { category: 'Books', subject: 'EC301' });

		expect(idsOf(await list('?category=books&subject=ec301'))).toEqual([id]);
		expect(idsOf(await list('?category=All&subject=EC301'))).toEqual([id]);
		expect(idsOf(await list('?category=Essentials&subject=EC301'))).toEqual([]);
		expect(idsOf(await list('?category=Boats'))).toEqual([]);
		const refused = await list('?subject=XX999');
		expect(refused.statusCode).toBe(400);
		expect(refused.json()).toMatchObject(ITEM_ERRORS.unknownSubject('XX999'));
		expect((await list('?cursor=abc')).json()).toMatchObject(PAGING_ERRORS.badCursor);
	});
});

describe('cached lists of wanted posts', () => {
	test('a change of a post, of its answers or of its asker changes the cached list at once', async () => {
		const [asker, seller] = [await t.student({ userName: 'Asha' }), await t.student()];
		const read = async () => (await list('?q=cached')).json().wanted;
		const readTwice = async () => {
			await read();
			await read();
			return read();
		};
		expect(await readTwice()).toEqual([]);

		const { id } = (await postWanted(asker, { title: 'Cached kettle' })).json().wanted;
		expect(await readTwice()).toMatchObject([{ id, answers: 0, User: { userName: 'Asha' } }]);

		const edit = { title: 'Cached kettle', note: 'With a lid', maxPrice: 300 };
		await t.as(asker).put(`/wanted/${id}`, edit);
		expect(await readTwice()).toMatchObject([{ id, ...edit }]);

		const item = await t.item(seller, { title: 'Kettle' });
		await t.as(seller).post(`/wanted/${id}/answers`, { itemId: item.id });
		expect(await readTwice()).toMatchObject([{ answers: 1 }]);

		await t.db.update(users).set({ userName: 'Usha' }).where(eq(users.id, asker.id));
		expect(await readTwice()).toMatchObject([{ User: { userName: 'Usha' } }]);

		await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, asker.id));
		expect(await readTwice()).toEqual([]);

		await t.db.update(users).set({ bannedAt: null }).where(eq(users.id, asker.id));
		expect(await readTwice()).toMatchObject([{ id }]);

		await t.as(asker).post('/account/delete', { password: PASSWORD });
		expect(await readTwice()).toEqual([]);
	});

	test('kept responses leave out a post within two seconds after it has expired', async () => {
		const until = new Date(Date.now() + 1500);
		const title = 'Kelvin thermometer';
		const id = await insertPost(await t.student(), { title, expiresAt: until });
		const addresses = ['/wanted?q=kelvin', `/wanted/${id}`];
		const get = async (address: string) => (await t.as(null).get(address)).body;
		for (const address of [...addresses, ...addresses]) await get(address);

		const before = await Promise.all(addresses.map(get));
		await expect.poll(() => Date.now() > until.getTime() + 2000, { timeout: 8000 }).toBe(true);
		const after = await Promise.all(addresses.map(get));

		for (const body of before) expect(body).toContain(title);
		for (const body of after) expect(body).not.toContain(title);
	});
});

test('a user’s own wanted posts are listed newest first, including ended ones', async () => {
	const asker = await t.student();
	const ids = [
		await insertPost(asker, { foundAt: new Date() }),
		await insertPost(asker, { expiresAt: inDays(-1) }),
		await insertPost(asker),
	];
	await insertPost(asker, { deletedAt: new Date() });
	await insertPost(await t.student());

	const { wanted, nextCursor } = (await t.as(asker).get('/wanted/mine')).json();

	expect(wanted.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
	expect(wanted.map(({ status }: { status: string }) => status)).toEqual([
		'live',
		'expired',
		'found',
	]);
	expect(nextCursor).toBeNull();
	expect((await guest.get('/wanted/mine')).statusCode).toBe(401);
	// Only the owner reads the status.
	const publicReply = (await guest.get(`/wanted/${ids[2]}`)).json();
	expect(publicReply.wanted).toMatchObject({ id: ids[2], User: { id: asker.id } });
	expect(publicReply.wanted).not.toHaveProperty('status');
	const ownReply = (await t.as(asker).get(`/wanted/${ids[2]}`)).json();
	expect(ownReply.wanted).toMatchObject({ id: ids[2], status: 'live' });
});

describe('list of the most wanted subjects and categories', () => {
	test('the list has subjects and categories that at least three users look for, with the number of items on sale', async () => {
		const askers = await Promise.all([1, 2, 3].map(() => t.student()));
		for (const asker of askers) await insertPost(asker, { subject: 'ME301', category: 'PYQs' });
		const [first] = askers;
		if (!first) throw new Error('There are three.');
		// One person three times, and two people, are not enough.
		for (const title of ['One', 'Two', 'Three'])
			await insertPost(first, { title, category: 'OTHERS' });
		for (const asker of askers.slice(1)) await insertPost(asker, { category: 'Instruments' });
		await insertPost(first, { category: 'Instruments', expiresAt: inDays(-1) });
		const seller = await t.student();
		await t.item(seller, { subjects: ['ME301'], category: 'Books' });
		await t.item(seller, { subjects: ['ME301'], category: 'PYQs', soldAt: new Date() });
		await t.item(await t.student({ bannedAt: new Date() }), { subjects: ['ME301'] });
		const read = async () => (await guest.get('/wanted/most')).json();

		expect(await read()).toEqual({
			success: true,
			most: expect.arrayContaining([
				{ subject: 'ME301', wanted: 3, onSale: 1 },
				{ category: 'PYQs', wanted: 3, onSale: 0 },
			]),
		});
		expect((await read()).most).toHaveLength(2);

		await t.item(seller, { category: 'PYQs' });
		expect((await read()).most).toContainEqual({ category: 'PYQs', wanted: 3, onSale: 1 });
	});
});

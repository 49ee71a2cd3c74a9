import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { SEARCH_ERRORS } from '#contract/searches/errors.ts';
import { SEARCH_LIMITS } from '#contract/searches/facts.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';
import { query } from '#tests/support/query.ts';
import { matchNewItems } from '#tests/support/search-matches.ts';
import { deleteRemoved } from './queries.ts';

const t = await openApp();

beforeAll(async () => {
	await t.db.execute(sql`insert into branches values ('EC', 'Electronics', 0)`);
	await t.db.execute(sql`insert into subjects values ('EC301', 'Signals', 'EC', 3, 0)`);
	await waitForCatalogue(t, ({ subjects }) => subjects.length > 0);
});

type Student = Awaited<ReturnType<typeof t.student>>;

const save = (who: Student, query: string, alert?: string) =>
	t.as(who).post('/searches', { query, ...(alert && { alert }) });
const savedSearch = async (who: Student, query: string, alert?: string) =>
	(await save(who, query, alert)).json().search;
const listOf = async (who: Student) => (await t.as(who).get('/searches')).json().searches;

describe('saving a search', () => {
	test('the response has the search in its canonical form with every filter and its name, and alerts are daily by default', async () => {
		const student = await t.student();

		const res = await save(student, 'maxPrice=300.00&sort=name&q=+drafter&category=instruments');

		expect(res.statusCode).toBe(201);
		expect(res.json()).toEqual({
			success: true,
			isNew: true,
			search: {
				id: expect.any(Number),
				query: 'q=drafter&category=Instruments&maxPrice=300',
				name: '“drafter” in Instruments, under ₹300',
				alert: 'daily',
				createdAt: expect.any(String),
				newCount: 0,
				missing: null,
				version: expect.any(String),
			},
		});
		expect(await listOf(student)).toEqual([res.json().search]);
		const query =
			'q=lab%20coat&category=Essentials&condition=good%2Cfair&subject=EC301&branch=EC&semester=3&minPrice=10&maxPrice=99.5&free=true&verified=true';
		const full = await savedSearch(student, query.replace('EC301', 'ec301'), 'off');
		expect(full).toMatchObject({ query, alert: 'off' });
	});

	test('saving a saved search again, with explicit default values or in other letter case, answers 200 with the saved search', async () => {
		const student = await t.student();
		const first = await savedSearch(student, 'q=drafter&maxPrice=300', 'instant');

		for (const again of [
			'category=All&q=drafter&minPrice=0&maxPrice=300.00&free=&n=4',
			'q=Drafter&maxPrice=300',
		]) {
			const res = await save(student, again, 'daily');

			expect(res.statusCode).toBe(200);
			expect(res.json()).toEqual({ success: true, isNew: false, search: first });
		}
		expect(await listOf(student)).toHaveLength(1);
	});

	test('an invalid query or alert is refused, and the error names the filter', async () => {
		const student = await t.student();

		for (const [query, path, { code }] of [
			['', 'query', SEARCH_ERRORS.emptyQuery],
			['category=Furniture', 'query.category', ITEM_ERRORS.category],
			['subject=XX999', 'subject', ITEM_ERRORS.unknownSubject('XX999')],
			['branch=XX', 'branch', LISTING_ERRORS.unknownBranch('XX')],
			[`q=${'%20'.repeat(1400)}`, 'query', SEARCH_ERRORS.queryTooLong],
		] as const) {
			const res = await save(student, query);

			expect([res.statusCode, res.json().code]).toEqual([400, code]);
			expect(JSON.stringify(res.json())).toContain(`"${path}`);
		}
		expect((await t.as(student).post('/searches', {})).json()).toMatchObject(
			SEARCH_ERRORS.badQuery,
		);
		expect((await save(student, 'q=drafter', 'hourly')).json()).toMatchObject(
			SEARCH_ERRORS.badAlert,
		);
		expect(await listOf(student)).toEqual([]);
	});

	test('simultaneous requests save the same search once, and no more than ten different ones, which can be saved again', async () => {
		const student = await t.student();
		const codesOf = async (queries: string[]) =>
			(await Promise.all(queries.map((query) => save(student, query)))).map(
				({ statusCode }) => statusCode,
			);

		const same = await codesOf(Array.from({ length: 6 }, () => 'free=true'));
		const different = await codesOf(Array.from({ length: 13 }, (_, index) => `q=w${index}`));

		expect(same.sort()).toEqual([200, 200, 200, 200, 200, 201]);
		expect(different.filter((code) => code === 201)).toHaveLength(SEARCH_LIMITS.perPerson - 1);
		expect(different.filter((code) => code === 409)).toHaveLength(4);
		expect((await save(student, 'q=eleventh')).json()).toMatchObject(SEARCH_ERRORS.tooMany);
		expect((await save(student, 'free=true')).statusCode).toBe(200);
		expect(await listOf(student)).toHaveLength(SEARCH_LIMITS.perPerson);
	});
});

describe('saved searches', () => {
	test('the alert of a saved search can be changed, a change without an alert is refused, and a removed search answers 404', async () => {
		const student = await t.student();
		const { id } = await savedSearch(student, 'q=drafter');

		const res = await t.as(student).put(`/searches/${id}`, { alert: 'instant' });

		expect(res.json()).toMatchObject({ success: true, search: { id, alert: 'instant' } });
		expect(await listOf(student)).toMatchObject([{ id, alert: 'instant' }]);
		expect((await t.as(student).put(`/searches/${id}`, {})).json()).toMatchObject(
			SEARCH_ERRORS.badAlert,
		);
		expect((await t.as(student).delete(`/searches/${id}`)).json()).toMatchObject({ success: true });
		expect(await listOf(student)).toEqual([]);
		expect((await t.as(student).delete(`/searches/${id}`)).statusCode).toBe(404);
	});

	test('requests for another user’s saved or removed search answer 404', async () => {
		const [owner, other] = [await t.student(), await t.student()];
		const search = await savedSearch(owner, 'q=drafter');
		const removed = await savedSearch(owner, 'q=compass');
		await t.as(owner).delete(`/searches/${removed.id}`);

		const replies = [
			await t.as(other).put(`/searches/${search.id}`, { alert: 'off' }),
			await t.as(other).put(`/searches/${search.id}/opened`),
			await t.as(other).delete(`/searches/${search.id}`),
			await t.as(other).post(`/searches/${removed.id}/restore`),
		];

		for (const reply of replies) {
			expect(reply.statusCode).toBe(404);
			expect(reply.json()).toMatchObject(SEARCH_ERRORS.notFound);
		}
		expect(await listOf(owner)).toEqual([search]);
	});

	test('a saved search counts new items on sale until it is opened', async () => {
		const [student, seller] = [await t.student(), await t.student()];
		const { id } = await savedSearch(student, 'q=spectrometer', 'off');
		const newCount = async () => (await listOf(student))[0].newCount;
		const postAndMatch = async () => {
			const item = await t.item(seller, { title: 'Spectrometer' });
			await matchNewItems(t.db, [item.id]);
			return item;
		};

		const [first] = [await postAndMatch(), await postAndMatch()];
		expect(await newCount()).toBe(2);
		await t.as(seller).patch(`/item/mark-as-sold/${first.id}`);
		expect(await newCount()).toBe(1);
		await t.as(student).put(`/searches/${id}/opened`);
		expect(await newCount()).toBe(0);
		await postAndMatch();
		expect(await newCount()).toBe(1);
	});

	test('a new item that no longer matches after a change of its price is not counted any more', async () => {
		const [student, seller] = [await t.student(), await t.student()];
		const query =
			'q=oscilloscope&category=Electronics&maxPrice=400&condition=good,fair&verified=true';
		await savedSearch(student, query, 'off');
		await t.db.execute(sql`update users set verified_at = now() where id = ${seller.id}`);
		const fields = { title: 'Oscilloscope', price: 300, condition: 'good' } as const;
		const { id } = await t.item(seller, { ...fields, category: 'Electronics' });
		await matchNewItems(t.db, [id]);
		const newCount = async () => (await listOf(student))[0].newCount;
		expect(await newCount()).toBe(1);

		await t.db.execute(sql`update items set price = 500 where id = ${id}`);

		expect(await newCount()).toBe(0);
	});
});

describe('removed searches', () => {
	const remove = (who: Student, id: number) => t.as(who).delete(`/searches/${id}`);
	const restore = (who: Student, id: number) => t.as(who).post(`/searches/${id}/restore`);
	const postAndMatch = async (seller: Student, title: string) =>
		matchNewItems(t.db, [(await t.item(seller, { title })).id]);

	test('a removed search can be restored with its alert, its new items and the items posted meanwhile', async () => {
		const [student, seller] = [await t.student(), await t.student()];
		const search = await savedSearch(student, 'q=theodolite', 'off');
		await postAndMatch(seller, 'Theodolite');

		await remove(student, search.id);
		await postAndMatch(seller, 'Theodolite with tripod');
		const restored = await restore(student, search.id);
		const again = await restore(student, search.id);

		expect(restored.json()).toEqual({ success: true, search: { ...search, newCount: 2 } });
		expect(again.json()).toEqual(restored.json());
		expect(await listOf(student)).toEqual([{ ...search, newCount: 2 }]);
	});

	test('a removed search does not count towards the limit of ten, but cannot be restored as an eleventh', async () => {
		const student = await t.student();
		const searches = [];
		for (let index = 0; index < SEARCH_LIMITS.perPerson; index += 1)
			searches.push(await savedSearch(student, `q=word${index}`));
		await remove(student, searches[0].id);
		expect((await save(student, 'q=another')).statusCode).toBe(201);

		const refused = await restore(student, searches[0].id);

		expect(refused.statusCode).toBe(409);
		expect(refused.json()).toMatchObject(SEARCH_ERRORS.tooMany);
		expect(await listOf(student)).toHaveLength(SEARCH_LIMITS.perPerson);
	});

	test('a removed search can be saved again as a new one, without its earlier new items', async () => {
		const [student, seller] = [await t.student(), await t.student()];
		const former = await savedSearch(student, 'q=sextant', 'off');
		await postAndMatch(seller, 'Sextant');
		await remove(student, former.id);

		const res = await save(student, 'q=sextant', 'instant');

		expect(res.statusCode).toBe(201);
		expect(res.json().search).toMatchObject({ alert: 'instant', newCount: 0 });
		expect((await restore(student, former.id)).json()).toMatchObject(SEARCH_ERRORS.notFound);
		expect(await listOf(student)).toEqual([res.json().search]);
	});

	test('a user can restore only the ten searches that were removed last, each within an hour, even before the cleanup job has deleted the others', async () => {
		const student = await t.student();
		const kept = await savedSearch(student, 'q=protractor');
		const ids: number[] = [];
		for (let index = 0; index <= SEARCH_LIMITS.perPerson; index += 1) {
			const { id } = await savedSearch(student, `q=word${index}`);
			await remove(student, id);
			ids.push(id);
		}
		const [oldest, second, third] = ids as [number, number, number];
		await t.db.execute(sql`
			update saved_searches set removed_at = now() - interval '1 hour 1 second' where id = ${second}`);
		expect((await restore(student, second)).statusCode).toBe(404);

		await deleteRemoved(t.db);

		const { rows } = await t.db.execute<{ id: number }>(
			sql`select id from saved_searches where user_id = ${student.id} order by id`,
		);
		expect(rows.map(({ id }) => id)).toEqual([kept.id, ...ids.slice(2)]);
		const codes = [];
		for (const id of [oldest, third]) codes.push((await restore(student, id)).statusCode);
		expect(codes).toEqual([404, 200]);
	});
});

describe('saved searches by category, branch or subject', () => {
	test('when another instance has renamed a category, saving a search with the old category name is refused', async () => {
		const student = await t.student();
		// Without notifications, the app does not learn of the new name.
		const setNotifications = (state: 'enable' | 'disable') =>
			query(t.url, `alter table categories ${state} trigger categories_notified`);
		await setNotifications('disable');
		onTestFinished(async () => void (await setNotifications('enable')));
		await t.db.execute(sql`update categories set name = 'Papers' where name = 'PYQs'`);

		const res = await save(student, 'category=PYQs');

		const { code } = ITEM_ERRORS.category;
		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject({ code, issues: [{ path: 'query.category' }] });
		expect(await listOf(student)).toEqual([]);
	});

	test('a saved search has the new name of a renamed category, names a deleted category, branch or subject as missing, matches no item then, and can be restored', async () => {
		const [student, seller] = [await t.student(), await t.student()];
		await t.db.execute(sql`
			insert into categories (name, icon, position)
			values ('Sofas', 'bed', 10), ('Bikes', 'bike', 11)`);
		await t.db.execute(sql`insert into branches values ('XX', 'Gone', 1)`);
		await t.db.execute(sql`insert into subjects values ('XX1', 'Gone', 'XX', 1, 1)`);
		await vi.waitUntil(async () => (await save(student, 'category=Sofas')).statusCode === 201, {
			timeout: 20_000,
		});
		await vi.waitUntil(async () => (await save(student, 'branch=XX')).statusCode === 201, {
			timeout: 20_000,
		});
		await save(student, 'subject=XX1');
		await save(student, 'category=Bikes');

		await t.db.execute(sql`delete from subjects where code = 'XX1'`);
		await t.db.execute(sql`delete from branches where code = 'XX'`);
		await t.db.execute(sql`delete from categories where name = 'Sofas'`);
		await t.db.execute(sql`update categories set name = 'Cycles' where name = 'Bikes'`);
		const { id } = await t.item(seller, { subjects: ['EC301'] });
		await matchNewItems(t.db, [id]);

		const listed = await listOf(student);
		expect(listed).toMatchObject([
			{ query: 'category=Cycles', name: 'Cycles', missing: null },
			{ query: 'subject=XX1', missing: 'subject', newCount: 0 },
			{ query: 'branch=XX', missing: 'branch', newCount: 0 },
			{ query: 'category=Sofas', name: 'Sofas', missing: 'category', newCount: 0 },
		]);
		await t.as(student).delete(`/searches/${listed[3].id}`);
		const restored = await t.as(student).post(`/searches/${listed[3].id}/restore`);
		expect(restored.json().search).toMatchObject({ query: 'category=Sofas', missing: 'category' });
	});
});

import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { query } from '#tests/support/query.ts';
import { addSubjects, openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost, answerWanted, idsOf } = openWanted(t);
await addSubjects(t);
const seller = await t.student();
const wantedBy = (item: { id: number }, who: Student | null = seller) =>
	t.as(who).get(`/items/${item.id}/wanted-by`);

/** A new title of one word for each test, so that posts of different tests are not similar. */
let titleCount = 0;
const uniqueTitle = () =>
	`Zq${(titleCount++).toString(36)}xw${'abcdefghij'[titleCount % 10]}kettle${titleCount}`;

describe('wanted posts that fit an item', () => {
	test('posts of the item’s category or without one fit, unless their highest price is below the item’s, it was offered for them or it is sold', async () => {
		const title = uniqueTitle();
		const asker = await t.student();
		const withoutCategory = await insertPost(asker, { title });
		const inCategory = await insertPost(asker, { title, category: 'Instruments', maxPrice: 300 });
		await insertPost(asker, { title, maxPrice: 299.99 });
		await insertPost(asker, { title, category: 'Books' });
		const fields = { title, category: 'Instruments', price: 300 };

		const item = await t.item(seller, fields);

		expect(idsOf(await wantedBy(item))).toEqual([inCategory, withoutCategory]);
		await answerWanted(seller, inCategory, item);
		expect(idsOf(await wantedBy(item))).toEqual([withoutCategory]);
		const sold = await t.item(seller, { ...fields, soldAt: new Date() });
		expect(idsOf(await wantedBy(sold))).toEqual([]);
	});

	test('posts of the item’s subject fit whatever their title, and so do posts with a similar title', async () => {
		const asker = await t.student();
		const bySubject = await insertPost(asker, {
			title: 'Something else entirely',
			subject: 'EC301',
		});
		const byTitle = await insertPost(asker, { title: 'Oscilloscope probe set' });
		await insertPost(asker, { title: 'Hostel mattress', subject: 'ME402' });

		const item = await t.item(seller, { title: 'oscilloscope probes', subjects: ['EC301'] });

		expect(idsOf(await wantedBy(item))).toEqual([bySubject, byTitle]);
		const inHindi = await insertPost(asker, { title: 'भौतिकी की किताब' });
		const book = await t.item(seller, { title: 'भौतिकी किताब' });
		expect(idsOf(await wantedBy(book))).toEqual([inHindi]);
	});

	test('posts of the same subject come first, then those with the most similar title, then the newest', async () => {
		const asker = await t.student();
		const title = 'Wireless presenter pointer';
		const older = await insertPost(asker, { title });
		const newer = await insertPost(asker, { title });
		const lessSimilar = await insertPost(asker, { title: 'Wireless presenter pointer green' });
		const subjectOnly = await insertPost(asker, { title: 'Anything for it', subject: 'ME301' });

		const item = await t.item(seller, { title, subjects: ['ME301'] });

		expect(idsOf(await wantedBy(item))).toEqual([subjectOnly, newer, older, lessSimilar]);
	});

	test('at most twenty fitting posts are listed', async () => {
		const title = uniqueTitle();
		for (let count = 0; count < 5; count += 1) {
			const asker = await t.student();
			await Promise.all([1, 2, 3, 4, 5].map(() => insertPost(asker, { title })));
		}

		expect(idsOf(await wantedBy(await t.item(seller, { title })))).toHaveLength(20);
	});
});

describe('list of wanted posts that fit an item', () => {
	test('the list is shown only to the owner of the item', async () => {
		const item = await t.item(seller);

		const stranger = await wantedBy(item, await t.student());

		expect(stranger.statusCode).toBe(403);
		expect(stranger.json()).toEqual({ success: false, ...WANTED_ERRORS.notYourItem });
		expect((await wantedBy(item, null)).statusCode).toBe(401);
		const unknown = await wantedBy({ id: 2_147_483_647 });
		expect(unknown.statusCode).toBe(404);
		expect(unknown.json()).toEqual({ success: false, ...ITEM_ERRORS.notFound });
	});

	test('fitting posts are found by indexes among 10,000 posts', async () => {
		const asker = await t.student();
		await query(
			t.url,
			`insert into wanted_posts (user_id, title, expires_at)
			select ${asker.id}, concat_ws(' ', (array['Casio', 'Lab', 'Mini', 'Physics', 'Kettle'])[1 + n % 5],
				(array['calculator', 'coat', 'drafter', 'book', 'electric'])[1 + n / 5 % 5], substr(md5(n::text), 1, 6)),
				now() + interval '30 days'
			from generate_series(1, 10000) as n`,
		);
		await query(t.url, 'analyze wanted_posts');

		const rows = await query<{ 'QUERY PLAN': string }>(
			t.url,
			`explain select id from wanted_posts
			where found_at is null and removed_at is null and deleted_at is null and expires_at > now()
				and (subject = any('{EC301}') or spelling % 'casio fx 991es')`,
		);

		const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
		expect(plan).toContain('wanted_posts_spelling_idx');
		expect(plan).toContain('wanted_posts_subject_idx');
		expect(plan).not.toContain('Seq Scan');
	});
});

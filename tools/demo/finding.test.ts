import { expect, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { openApp } from '#tests/support/app.ts';
import { CATALOGUE } from './catalogue.ts';
import { DEMO_SAVED, DEMO_SEARCHES, DEMO_WANTED } from './finding.ts';
import { DEMO_STUDENTS } from './people.ts';
import { fillWithDemo } from './seed.ts';

test('what the demo’s students look for and save is of the demo', () => {
	const ages = DEMO_WANTED.map(({ hoursAgo }) => hoursAgo);
	const keys = DEMO_STUDENTS.map(({ key }) => key);

	expect(DEMO_WANTED).toHaveLength(8);
	expect(ages).toEqual(ages.toSorted((one, other) => other - one));
	for (const { by } of DEMO_WANTED) expect(keys).toContain(by);
	for (const [key, titles] of Object.entries(DEMO_SAVED)) {
		for (const title of titles) {
			const item = CATALOGUE.find((one) => one.title === title);
			expect(item?.seller, title).toBeDefined();
			expect(item?.seller, title).not.toBe(key);
		}
	}
});

test('the demo shows wanted posts, a subject that three look for, and saved searches', async () => {
	const t = await openApp({ SEED_DEMO: '1' });
	const connection = openPool(t.url, () => undefined);
	await fillWithDemo(
		{ backgroundPool: connection, store: t.store, config: t.config },
		() => undefined,
	);
	const { rows } = await connection.db.execute<{ searches: number; anchors: number }>(
		`select (select count(*)::int from saved_searches) as searches,
			(select count(distinct search_id)::int from saved_search_anchors) as anchors`,
	);
	await connection.close();

	const { wanted } = (await t.as(null).get('/wanted')).json();
	expect(wanted).toHaveLength(8);
	expect((await t.as(null).get('/wanted/most')).json().most).toContainEqual(
		expect.objectContaining({ subject: 'CS402', wanted: 3 }),
	);
	expect(rows).toEqual([{ searches: DEMO_SEARCHES.length, anchors: DEMO_SEARCHES.length }]);
}, 300_000);

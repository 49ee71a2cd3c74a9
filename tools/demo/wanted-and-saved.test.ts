import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { insertDemoCourses } from './courses.ts';
import { DEMO_ITEMS } from './items.ts';
import { DEMO_STUDENTS } from './people.ts';
import {
	DEMO_SAVED,
	DEMO_SEARCHES,
	DEMO_WANTED,
	insertDemoWantedAndSaved,
} from './wanted-and-saved.ts';

test('wanted posts of the demo data are by its students, and its saved items are items of other students', () => {
	const ages = DEMO_WANTED.map(({ hoursAgo }) => hoursAgo);
	const keys = DEMO_STUDENTS.map(({ key }) => key);

	expect(DEMO_WANTED).toHaveLength(8);
	expect(ages).toEqual(ages.toSorted((one, other) => other - one));
	for (const { by } of DEMO_WANTED) expect(keys).toContain(by);
	for (const [key, titles] of Object.entries(DEMO_SAVED)) {
		for (const title of titles) {
			const item = DEMO_ITEMS.find((one) => one.title === title);
			expect(item?.seller, title).toBeDefined();
			expect(item?.seller, title).not.toBe(key);
		}
	}
});

test('the demo data has eight wanted posts, three of them for the same subject, and all its saved items and searches', async () => {
	const t = await openApp();
	const students = new Map<string, number>();
	for (const { key } of DEMO_STUDENTS) students.set(key, (await t.student()).id);
	const items = new Map<string, number>();
	for (const title of new Set(Object.values(DEMO_SAVED).flat()))
		items.set(title, (await t.item({ id: students.get('rohit') ?? 0 }, { title })).id);
	await insertDemoCourses(t.db);

	await t.db.transaction((tx) => insertDemoWantedAndSaved(tx, { students, items }));

	const { wanted } = (await t.as(null).get('/wanted')).json();
	expect(wanted).toHaveLength(8);
	expect((await t.as(null).get('/wanted/most')).json().most).toContainEqual(
		expect.objectContaining({ subject: 'CS402', wanted: 3 }),
	);
	const { rows } = await t.db.execute<{ saved: number; searches: number; anchors: number }>(
		`select (select count(*)::int from saved_items) as saved,
			(select count(*)::int from saved_searches) as searches,
			(select count(distinct search_id)::int from saved_search_anchors) as anchors`,
	);
	expect(rows).toEqual([
		{
			saved: Object.values(DEMO_SAVED).flat().length,
			searches: DEMO_SEARCHES.length,
			anchors: DEMO_SEARCHES.length,
		},
	]);
});

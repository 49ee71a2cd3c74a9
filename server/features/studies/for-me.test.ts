import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { studies } from '#server/db/schema/studies.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';

const t = await openApp();
const seller = await t.student();
const me = await t.student();

async function itemsFor(student: Student): Promise<number[]> {
	const res = await t.as(student).get('/items/for-me');
	expect(res.statusCode).toBe(200);
	return res.json().items.map(({ id }: { id: number }) => id);
}

async function sell(subjects: string[], by = seller) {
	return (await t.item(by, { subjects })).id;
}

beforeAll(async () => {
	await t.db.execute(
		sql`insert into branches values ('EC', 'Electronics', 0), ('ME', 'Mechanical', 1)`,
	);
	await t.db.execute(sql`insert into subjects values
		('EC201', 'Devices', 'EC', 2, 0), ('EC301', 'Signals', 'EC', 3, 1), ('EC401', 'Circuits', 'EC', 4, 2),
		('EC501', 'Control', 'EC', 5, 3), ('ME301', 'Machines', 'ME', 3, 4)`);
	await t.db
		.insert(studies)
		.values({ userId: me.id, branchCode: 'EC', semester: 3, since: sql`now()` });
});

test('the suggested items have a subject of the student’s branch in the current or next semester, newest first', async () => {
	await sell(['EC201']);
	const signals = await sell(['ME301', 'EC301']);
	await sell(['EC501']);
	await sell(['ME301']);
	await sell([]);
	const circuits = await sell(['EC401']);

	expect(await itemsFor(me)).toEqual([circuits, signals]);
});

test('at most twelve items are suggested to a student', async () => {
	for (let count = 0; count < 13; count++) await sell(['EC301']);

	expect(await itemsFor(me)).toHaveLength(12);
});

test('no items are suggested to a student who has not set a branch and semester', async () => {
	const [undecided, declined] = [await t.student(), await t.student()];
	await t.db.insert(studies).values({ userId: declined.id });

	expect(await itemsFor(undecided)).toEqual([]);
	expect(await itemsFor(declined)).toEqual([]);
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { semesterOnDay } from './semester-on-day.ts';

const t = await openApp();

interface Given {
	semester?: number;
	since: string;
	today: string;
	lastSemester?: number;
	termStarts?: readonly string[];
}

async function semesterOf(given: Given): Promise<number | undefined> {
	const { semester = 3, lastSemester = 8, termStarts = ['01-02', '07-15'] } = given;
	const expression = semesterOnDay({
		semester: sql`${semester}::smallint`,
		since: sql`${given.since}::date`,
		today: sql`${given.today}::date`,
		lastSemester: sql`${lastSemester}::smallint`,
		termStarts: sql`${sql.param(termStarts)}::text[]`,
	});
	const { rows } = await t.db.execute<{ semester: number }>(sql`select ${expression} as semester`);
	return rows[0]?.semester;
}

test.each([
	['on the same day', '2026-03-01', '2026-03-01', 3],
	['until the day before a term start', '2026-03-01', '2026-07-14', 3],
	['when the semester was set on the day of a term start', '2026-07-15', '2026-07-15', 3],
	['when the clock was set back', '2026-07-15', '2026-07-14', 3],
	['when the clock was set back by years', '2026-07-15', '2019-01-01', 3],
])('the semester stays the same %s', async (_when, since, today, semester) => {
	expect(await semesterOf({ since, today })).toBe(semester);
});

test.each([
	['on the day of a term start', '2026-03-01', '2026-07-15', 4],
	['on the day after it was set, if a term starts on that day', '2026-07-14', '2026-07-15', 4],
	['only at the next term start, if it was set on a term start', '2026-07-15', '2027-01-02', 4],
	['at a term start in the next year', '2026-12-31', '2027-01-02', 4],
	['twice in a year with two term starts', '2026-03-01', '2027-02-28', 5],
	['at each term start over several years', '2026-03-01', '2028-03-01', 7],
])('the semester increases %s', async (_when, since, today, semester) => {
	expect(await semesterOf({ since, today })).toBe(semester);
});

test('with four term starts a year there are four semesters a year', async () => {
	const termStarts = ['01-02', '04-01', '07-15', '10-01'];

	expect(await semesterOf({ since: '2026-01-02', today: '2026-12-31', termStarts })).toBe(6);
	expect(await semesterOf({ since: '2026-01-02', today: '2027-01-02', termStarts })).toBe(7);
});

test('with one term start a year there is one semester a year', async () => {
	const termStarts = ['06-01'];

	expect(await semesterOf({ since: '2026-06-01', today: '2029-05-31', termStarts })).toBe(5);
	expect(await semesterOf({ since: '2026-06-01', today: '2029-06-01', termStarts })).toBe(6);
});

test('without term starts the semester never changes', async () => {
	expect(await semesterOf({ since: '2000-01-01', today: '2026-01-01', termStarts: [] })).toBe(3);
});

test.each([
	['2028-02-28', 3],
	['2028-02-29', 4],
	['2029-02-28', 4],
	['2029-03-01', 5],
])(
	'with a term start on 29 February (1 March in other years), the semester on %s is %i',
	async (today, semester) => {
		expect(await semesterOf({ since: '2027-06-01', today, termStarts: ['02-29'] })).toBe(semester);
	},
);

test('the semester does not increase beyond the last one', async () => {
	expect(await semesterOf({ since: '2020-01-01', today: '2026-01-01', lastSemester: 8 })).toBe(8);
});

test('a semester that was set beyond the last semester of the subjects stays unchanged', async () => {
	const given = { semester: 9, lastSemester: 8, since: '2020-01-01' };

	expect(await semesterOf({ ...given, today: '2026-01-01' })).toBe(9);
});

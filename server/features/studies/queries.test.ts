import { expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { semesterOnDay } from './queries.ts';

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

test('the semester increases at each term start, up to the last semester', async () => {
	const leap = { since: '2027-06-01', termStarts: ['02-29'] };
	const four = { since: '2026-01-02', termStarts: ['01-02', '04-01', '07-15', '10-01'] };
	const one = { since: '2026-06-01', termStarts: ['06-01'] };
	const expected: Record<string, [Given, number]> = {
		'on the same day': [{ since: '2026-03-01', today: '2026-03-01' }, 3],
		'the day before a term start': [{ since: '2026-03-01', today: '2026-07-14' }, 3],
		'set on the day of a term start': [{ since: '2026-07-15', today: '2026-07-15' }, 3],
		'the clock was set back': [{ since: '2026-07-15', today: '2026-07-14' }, 3],
		'the clock was set back by years': [{ since: '2026-07-15', today: '2019-01-01' }, 3],
		'on the day of a term start': [{ since: '2026-03-01', today: '2026-07-15' }, 4],
		'set the day before a term start': [{ since: '2026-07-14', today: '2026-07-15' }, 4],
		'the next after one on which it was set': [{ since: '2026-07-15', today: '2027-01-02' }, 4],
		'in the next year': [{ since: '2026-12-31', today: '2027-01-02' }, 4],
		'twice in a year': [{ since: '2026-03-01', today: '2027-02-28' }, 5],
		'over several years': [{ since: '2026-03-01', today: '2028-03-01' }, 7],
		'three of four terms a year': [{ ...four, today: '2026-12-31' }, 6],
		'four of four terms a year': [{ ...four, today: '2027-01-02' }, 7],
		'the day before the only term': [{ ...one, today: '2029-05-31' }, 5],
		'the only term of a year': [{ ...one, today: '2029-06-01' }, 6],
		'without term starts': [{ since: '2000-01-01', today: '2026-01-01', termStarts: [] }, 3],
		// A term start on 29 February is on 1 March in other years.
		'before 29 February': [{ ...leap, today: '2028-02-28' }, 3],
		'on 29 February': [{ ...leap, today: '2028-02-29' }, 4],
		'on 28 February': [{ ...leap, today: '2029-02-28' }, 4],
		'on 1 March': [{ ...leap, today: '2029-03-01' }, 5],
		'not beyond the last': [{ since: '2020-01-01', today: '2026-01-01', lastSemester: 8 }, 8],
		'set beyond the last': [{ semester: 9, since: '2020-01-01', today: '2026-01-01' }, 9],
	};

	const actual: Record<string, unknown> = {};
	for (const [when, [given]] of Object.entries(expected))
		actual[when] = [given, await semesterOf(given)];
	expect(actual).toEqual(expected);
});

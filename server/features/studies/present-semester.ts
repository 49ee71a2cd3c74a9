import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

interface StudiesOnDay {
	/** The semester on the day `since`. */
	semester: SQLWrapper;
	since: SQLWrapper;
	/** Nobody moves on beyond it. */
	lastSemester: SQLWrapper;
	/** Days of the year as an array of `MM-DD`. */
	termStarts: SQLWrapper;
	/** The day that is asked about. */
	today: SQLWrapper;
}

/**
 * A person's semester: one more with each term start after the day `since`, up to the last. On the day of a term start
 * people name the semester that begins, so that day itself does not count. A semester beyond the last stays.
 *
 * In SQL, because one statement reads it together with items, and one writes it for everybody.
 */
export function presentSemester(studies: StudiesOnDay): SQL<number> {
	const { semester, since, lastSemester, termStarts, today } = studies;
	const startsSince = sql`(
		select coalesce(sum(${countStarts(today)} - ${countStarts(since)}), 0)::int
		from unnest(${termStarts}) as term (day))`;
	return sql<number>`greatest(${semester}, least(${lastSemester}, ${semester} + ${startsSince}))`;
}

/**
 * How often `term.day` has come since year 1, up to and including a date. Days are compared as text: in a year without
 * 29 February, a term of that day begins on 1 March.
 */
function countStarts(date: SQLWrapper): SQL {
	return sql`(extract(year from ${date})::int
		- (to_char(${date}, 'MM-DD') collate "C" < term.day)::int)`;
}

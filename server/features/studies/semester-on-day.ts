import { type SQL, type SQLWrapper, sql } from '#server/db/drizzle.ts';

interface StudiesOnDay {
	/** The semester on the day `since`. */
	semester: SQLWrapper;
	since: SQLWrapper;
	/** Term starts raise a semester up to this one. */
	lastSemester: SQLWrapper;
	/** Days of the year, as an array of `MM-DD`. */
	termStarts: SQLWrapper;
	/** The day for which the semester is computed. */
	today: SQLWrapper;
}

/**
 * SQL for a user's semester on a day: it rises by one with each term start after the day `since`, up to the last
 * semester. A term start on `since` itself does not count, because on that day users already name the semester that
 * begins. A stored semester beyond the last stays as it is.
 *
 * It is SQL because one statement joins it with items, and another writes it for all users.
 */
export function semesterOnDay(studies: StudiesOnDay): SQL<number> {
	const { semester, since, lastSemester, termStarts, today } = studies;
	const startsSince = sql`(
		select coalesce(sum(${countStarts(today)} - ${countStarts(since)}), 0)::int
		from unnest(${termStarts}) as term (day))`;
	return sql<number>`greatest(${semester}, least(${lastSemester}, ${semester} + ${startsSince}))`;
}

/**
 * SQL for the number of times that `term.day` has occurred since year 1, up to and including a date. Days are
 * compared as text: in a year without 29 February, a term of that day begins on 1 March.
 */
function countStarts(date: SQLWrapper): SQL {
	return sql`(extract(year from ${date})::int
		- (to_char(${date}, 'MM-DD') collate "C" < term.day)::int)`;
}

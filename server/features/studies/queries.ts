import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import type { Db } from '#server/db/client.ts';
import { eq, isNotNull, type SQL, type SQLWrapper, sql } from '#server/db/drizzle.ts';
import { branches, subjects, termStarts } from '#server/db/schema/catalogue.ts';
import { studies } from '#server/db/schema/studies.ts';
import { semesterOnDay } from './semester-on-day.ts';

/** The current studies of a user; both fields are null if the user has cleared or declined them. */
interface StudiesRow {
	branch: string | null;
	semester: number | null;
}

const TERM_STARTS = sql`array(select ${termStarts.day} from ${termStarts})`;

/** The last semester of the branch in a row of `studies`: the highest semester of its subjects. */
const LAST_SEMESTER = sql`coalesce(
	(select max(${subjects.semester}) from ${subjects} where ${subjects.branchCode} = ${studies.branchCode}),
	${sql.raw(String(CATALOGUE_LIMITS.semesterMax))})`;

/** @param timeZone of the college */
function todayIn(timeZone: SQLWrapper): SQL {
	return sql`(now() at time zone ${timeZone}::text)::date`;
}

/** The current semester of a row of `studies`; null without a branch. For statements that select from `studies`. */
export function semesterToday(timeZone: SQLWrapper): SQL<number | null> {
	const semester = semesterOnDay({
		semester: studies.semester,
		since: studies.since,
		lastSemester: LAST_SEMESTER,
		termStarts: TERM_STARTS,
		today: todayIn(timeZone),
	});
	return sql`case when ${studies.branchCode} is not null then ${semester} end`;
}

/** The current studies; undefined for a user who has neither set nor declined them. */
export async function findStudies(
	db: Db,
	userId: number,
	timeZone: string,
): Promise<StudiesRow | undefined> {
	const [row] = await db
		.select({ branch: studies.branchCode, semester: semesterToday(sql`${timeZone}`) })
		.from(studies)
		.where(eq(studies.userId, userId));
	return row;
}

/** The stored row; undefined for a user who has neither set nor declined studies. */
export async function findStoredStudies(db: Db, userId: number) {
	const [row] = await db
		.select({ branch: studies.branchCode, semester: studies.semester, since: studies.since })
		.from(studies)
		.where(eq(studies.userId, userId));
	return row;
}

/**
 * Sets branch and semester as of today. Locks the branch, so that it cannot be deleted before the transaction ends.
 * @returns false when there is no such branch
 */
export async function upsertStudies(
	db: Db,
	userId: number,
	{ branch, semester }: { branch: string; semester: number },
	timeZone: string,
): Promise<boolean> {
	const { rows } = await db.execute(sql`
		with chosen as (
			select ${branches.code} from ${branches} where ${branches.code} = ${branch} for key share)
		insert into ${studies} (user_id, branch_code, semester, since)
		select ${userId}::int, chosen.code, ${semester}::smallint, ${todayIn(sql`${timeZone}`)} from chosen
		on conflict (user_id) do update
			set branch_code = excluded.branch_code, semester = excluded.semester, since = excluded.since
		returning user_id`);
	return rows.length === 1;
}

/** Stores a row without branch and semester, so that the user is not invited to set them again. */
export async function clearStudies(db: Db, userId: number): Promise<void> {
	await db
		.insert(studies)
		.values({ userId })
		.onConflictDoUpdate({
			target: studies.userId,
			set: { branchCode: null, semester: null, since: null },
		});
}

/** Like `clearStudies`, but keeps branch and semester that are set. */
export async function insertEmptyStudies(db: Db, userId: number): Promise<void> {
	await db.insert(studies).values({ userId }).onConflictDoNothing();
}

export async function deleteStudies(db: Db, userId: number): Promise<void> {
	await db.delete(studies).where(eq(studies.userId, userId));
}

/** Writes today's semester and date into every row with a branch, so that later term starts count from today. */
export async function updateAllSemesters(db: Db, timeZone: string): Promise<void> {
	await db
		.update(studies)
		.set({ semester: semesterToday(sql`${timeZone}`), since: todayIn(sql`${timeZone}`) })
		.where(isNotNull(studies.branchCode));
}

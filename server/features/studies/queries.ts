import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { STUDIES_LIMITS } from '#contract/studies/facts.ts';
import { buildOncePerPool, type Db } from '#server/db/client.ts';
import { desc, eq, isNotNull, type SQL, type SQLWrapper, sql } from '#server/db/drizzle.ts';
import { branches, subjects, termStarts } from '#server/db/schema/catalogue.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { studies } from '#server/db/schema/studies.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { IS_LISTED, type ItemRow, itemRows } from '#server/features/items/queries.ts';

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
function semesterToday(timeZone: SQLWrapper): SQL<number | null> {
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
	const { rowCount } = await db.execute(sql`
		with chosen as (
			select ${branches.code} from ${branches} where ${branches.code} = ${branch} for key share)
		insert into ${studies} (user_id, branch_code, semester, since)
		select ${userId}::int, chosen.code, ${semester}::smallint, ${todayIn(sql`${timeZone}`)} from chosen
		on conflict (user_id) do update
			set branch_code = excluded.branch_code, semester = excluded.semester, since = excluded.since`);
	return rowCount === 1;
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

/**
 * The newest items on sale with a subject of the user's branch in the current or next semester. Leaves out the user's
 * own items, and those of sellers with a block between them and the user. Empty for a user without a branch.
 */
export function listItemsFor(db: Db, userId: number, timeZone: string): Promise<ItemRow[]> {
	return itemsForUser(db).execute({ userId, timeZone });
}

const USER = sql`${sql.placeholder('userId')}::int`;

const SUBJECT_CODES = sql`
	select ${subjects.code} from ${subjects} join own on ${subjects.branchCode} = own.branch
	where ${subjects.semester} between own.semester and own.semester + 1`;

/**
 * Collects the matching items before sorting: as PostgreSQL cannot estimate their number, it would otherwise scan all
 * items on sale, newest first, however rare the subjects are.
 */
const NEWEST_FITTING = sql`
	with own as materialized (
		select ${studies.branchCode} as branch, ${semesterToday(sql.placeholder('timeZone'))} as semester
		from ${studies} where ${studies.userId} = ${USER} and ${studies.branchCode} is not null
	), fitting as materialized (
		select ${items.id} as id from ${items}
		where ${IS_LISTED} and ${items.subjects} && array(${SUBJECT_CODES})
			and ${items.sellerId} <> ${USER}
			and not exists (select from ${blocks} where ${isBlockBetween(items.sellerId, USER)})
	)
	select id from fitting order by id desc limit ${sql.raw(String(STUDIES_LIMITS.itemsMax))}`;

const itemsForUser = buildOncePerPool((db) =>
	itemRows(db)
		.where(sql`${items.id} in (${NEWEST_FITTING})`)
		.orderBy(desc(items.id))
		.prepare('items for a semester'),
);

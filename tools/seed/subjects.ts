import { sql } from 'drizzle-orm';
import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import type { Db } from '#server/db/client.ts';

const BRANCHES = {
	CS: 'Computer Science',
	EC: 'Electronics and Communication',
	ME: 'Mechanical Engineering',
	CE: 'Civil Engineering',
	EE: 'Electrical Engineering',
	MA: 'Mathematics and Computing',
};
const SEMESTERS = Math.min(8, CATALOGUE_LIMITS.semesterMax);
const SUBJECTS_PER_SEMESTER = 5;

/**
 * Subjects with codes such as EC304: branch, semester, number. Most items name a subject from the front of the list. The
 * list is ordered by number first, so that its front has subjects of all branches.
 */
const SUBJECTS = Array.from({ length: SUBJECTS_PER_SEMESTER }, (_, index) => index + 1).flatMap(
	(number) =>
		Array.from({ length: SEMESTERS }, (_, index) => index + 1).flatMap((semester) =>
			Object.entries(BRANCHES).map(([branch, name]) => ({
				code: `${branch}${semester}0${number}`,
				name: `${name} ${semester}.${number}`,
				branch,
				semester,
			})),
		),
);

/**
 * Inserts branches and subjects after the existing ones. Also creates the temporary table `seed_subjects` for
 * `subjectsSql`, in which the most common subjects come first.
 */
export async function insertSubjects(tx: Db): Promise<void> {
	const branches = Object.entries(BRANCHES).map(([code, name]) => ({ code, name }));
	await tx.execute(sql`
		insert into branches (code, name, position)
		select code, name, (select count(*) from branches) + row_number() over () - 1
		from json_to_recordset(${JSON.stringify(branches)}::json) as row (code text, name text)
		on conflict do nothing`);
	await tx.execute(sql`
		create temp table seed_subjects on commit drop as
			select row_number() over () as rank, row.*
			from json_to_recordset(${JSON.stringify(SUBJECTS)}::json)
				as row (code text, name text, branch text, semester int)`);
	await tx.execute(sql`analyze seed_subjects`);
	await tx.execute(sql`
		insert into subjects (code, name, branch_code, semester, position)
		select code, name, branch, semester, (select count(*) from subjects) + rank - 1 from seed_subjects
		on conflict do nothing`);
}

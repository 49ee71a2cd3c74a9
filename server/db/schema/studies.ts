import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { check, date, index, integer, pgTable, smallint, sql, text } from '../drizzle.ts';
import { branches } from './catalogue.ts';
import { isWithin } from './checks.ts';
import { users } from './users.ts';

/**
 * What users study. A row without a branch belongs to a user who cleared the branch, or declined the question for it.
 * Deleting a branch deletes its rows, and these users are asked again.
 */
export const studies = pgTable(
	'studies',
	{
		userId: integer('user_id')
			.primaryKey()
			.references(() => users.id),
		branchCode: text('branch_code').references(() => branches.code, {
			onDelete: 'cascade',
			onUpdate: 'cascade',
		}),
		/** The semester on the day `since`. Each term start after that day adds one, up to the last semester of the branch. */
		semester: smallint(),
		/** A day in the college's time zone. */
		since: date(),
	},
	({ branchCode, semester, since }) => [
		index('studies_branch_code_idx').on(branchCode),
		check('studies_semester', isWithin(semester, 1, CATALOGUE_LIMITS.semesterMax)),
		check('studies_complete', sql`num_nulls(${branchCode}, ${semester}, ${since}) in (0, 3)`),
	],
);

import * as z from 'zod/mini';
import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { cutText } from '#contract/core/schemas.ts';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { STUDIES_ERRORS } from './errors.ts';

const branchCode = cutText(CATALOGUE_LIMITS.codeMax, LISTING_ERRORS.branch.message).check(
	z.minLength(1, LISTING_ERRORS.branch.message),
);

const semesterNumber = z
	.int(LISTING_ERRORS.badSemester.message)
	.check(
		z.minimum(1, LISTING_ERRORS.badSemester.message),
		z.maximum(CATALOGUE_LIMITS.semesterMax, LISTING_ERRORS.badSemester.message),
	);

/** A branch and a semester, or neither of them; null and a missing field mean the same. */
export const newStudies = z
	.object({
		/** The code of a branch, in any case. Whether there is such a branch is checked by the server. */
		branch: z.nullish(branchCode),
		semester: z.nullish(semesterNumber),
	})
	.check(
		z.refine(({ branch, semester }) => branch != null || semester == null, {
			error: STUDIES_ERRORS.branchMissing.message,
			path: ['branch'],
		}),
		z.refine(({ branch, semester }) => branch == null || semester != null, {
			error: STUDIES_ERRORS.semesterMissing.message,
			path: ['semester'],
		}),
	);
export type NewStudies = z.output<typeof newStudies>;

/** What a user studies now; null for what the user has not set. */
export const studiesFields = {
	/** The code of a branch. */
	branch: z.nullable(z.string()),
	/** Increases by one at each term start, up to the last semester of the branch. */
	semester: z.nullable(z.int()),
};

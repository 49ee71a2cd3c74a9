import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import type { NewStudies } from '#contract/studies/schemas.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { AppError } from '#server/lib/app-error.ts';
import { clearStudies, updateAllSemesters, upsertStudies } from './queries.ts';

interface Deps {
	db: Db;
	catalogue: Pick<Catalogue, 'findBranch'>;
	/** The time zone of the college. */
	timeZone: string;
}

/**
 * Sets what a user studies as of today, or clears it.
 * @throws AppError invalid when there is no such branch
 */
export async function changeStudies(
	{ db, catalogue, timeZone }: Deps,
	userId: number,
	{ branch, semester }: NewStudies,
): Promise<void> {
	if (branch == null || semester == null) return clearStudies(db, userId);
	const code = catalogue.findBranch(branch)?.code ?? branch;
	if (!(await upsertStudies(db, userId, { branch: code, semester }, timeZone))) {
		throw new AppError('invalid', LISTING_ERRORS.unknownBranch(branch));
	}
}

/**
 * Stores the current semester of every user as of today. Call it in the transaction that changes the term starts,
 * before that change: the new term starts then apply from today on, and change no semester retroactively.
 * @param timeZone of the college
 */
export async function storeCurrentSemesters(tx: Db, timeZone: string): Promise<void> {
	await updateAllSemesters(tx, timeZone);
}

import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { deleteStudies, findStoredStudies } from './queries.ts';

export async function exportOf(db: Db, userId: number): Promise<Pick<PersonalData, 'studies'>> {
	return { studies: (await findStoredStudies(db, userId)) ?? null };
}

export async function erase(tx: Db, userId: number): Promise<void> {
	await deleteStudies(tx, userId);
}

import { SUBJECT_COLUMNS } from '#contract/catalogue/facts.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import type { Column } from '#server/admin/kit/csv.ts';

/** The columns of the CSV export of subjects. An import reads the same columns. */
export const SUBJECT_FILE_COLUMNS: readonly Column<Subject>[] = SUBJECT_COLUMNS.map((title) => ({
	title,
	value: (subject) => subject[title],
}));

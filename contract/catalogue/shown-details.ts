import type { Details } from './details.ts';
import { formatIsbn } from './isbn.ts';
import type { DetailField } from './schemas.ts';

export interface ShownDetail {
	label: string;
	text: string;
	/** The search text that finds items with the same value; undefined for yes and no, which no search finds. */
	query: string | undefined;
}

/**
 * Details for display, in the order of the category's fields. Details of fields that the category no longer has are
 * left out, because their labels are gone.
 */
export function shownDetails(fields: readonly DetailField[], details: Details): ShownDetail[] {
	return fields.flatMap((field) => {
		const value = details[field.key];
		return value ? [shownDetail(field, value)] : [];
	});
}

function shownDetail({ label, kind }: DetailField, value: string): ShownDetail {
	if (kind === 'yes-no') return { label, text: value === 'yes' ? 'Yes' : 'No', query: undefined };
	return { label, text: kind === 'isbn' ? formatIsbn(value) : value, query: value };
}

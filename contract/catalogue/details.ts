import { codePointLength } from '#contract/core/schemas.ts';
import { CATALOGUE_LIMITS, YES_NO } from './facts.ts';
import { parseIsbn } from './isbn.ts';
import type { DetailField } from './schemas.ts';

/** The values of an item in the detail fields of its category, by the key of the field. */
export type Details = Readonly<Record<string, string>>;

/** A detail that was refused: the category has no field with its key, or the field does not accept its value. */
export interface RefusedDetail {
	key: string;
	/** Undefined for an unknown key. */
	field: DetailField | undefined;
}

type ParsedDetails =
	| { details: Details; refused?: undefined }
	| { details?: undefined; refused: readonly RefusedDetail[] };

/**
 * Checks details against the fields of a category. Empty values are left out.
 * @returns the details as they are stored; if any are refused, only these, in the order in which they were sent
 */
export function parseDetails(fields: readonly DetailField[], details: Details): ParsedDetails {
	const refused: RefusedDetail[] = [];
	const parsed: Record<string, string> = {};
	for (const [key, value] of Object.entries(details)) {
		if (value.trim() === '') continue;
		const field = fields.find((one) => one.key === key);
		const stored = field && parseDetail(field, value.trim());
		if (stored === undefined) refused.push({ key, field });
		else parsed[key] = stored;
	}
	return refused.length > 0 ? { refused } : { details: parsed };
}

/** The details that the fields still accept; the others are left out. */
export function keepValidDetails(fields: readonly DetailField[], details: Details): Details {
	return Object.fromEntries(
		Object.entries(details).filter(([key, value]) => {
			const field = fields.find((one) => one.key === key);
			return field !== undefined && parseDetail(field, value) !== undefined;
		}),
	);
}

function parseDetail({ kind, choices = [] }: DetailField, value: string): string | undefined {
	switch (kind) {
		case 'text':
			return codePointLength(value) <= CATALOGUE_LIMITS.detailTextMax ? value : undefined;
		case 'choice':
			return choices.find((choice) => choice === value);
		case 'yes-no':
			return YES_NO.find((answer) => answer === value);
		case 'isbn':
			return parseIsbn(value);
	}
}

import type { RefusedDetail } from '#contract/catalogue/details.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from './errors.ts';

/** The name of a detail's control in the item form, and the path of its validation error. */
export type DetailPath = `details.${string}`;

export function detailPath(key: string): DetailPath {
	return `details.${key}`;
}

/** Why a detail was refused. */
export function errorOfDetail({ key, field }: RefusedDetail): DeclaredError {
	if (!field) return ITEM_ERRORS.unknownDetail(key);
	switch (field.kind) {
		case 'text':
			return ITEM_ERRORS.detailText(field.label);
		case 'isbn':
			return ITEM_ERRORS.detailIsbn(field.label);
		default:
			return ITEM_ERRORS.detailChoice(field.label);
	}
}

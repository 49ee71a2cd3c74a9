import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError, errorMessageFor, isAborted } from '#web/lib/api/api-error.ts';
import type { PhotoForm } from './photo-list.ts';

/** Said where the server refuses without words (spec 1 §8). */
const FALLBACK_MESSAGES = {
	add: ITEM_MESSAGES.addFailed,
	edit: ITEM_MESSAGES.updateFailed,
} as const;

/** Why an item was not saved; undefined where nothing failed or the person stopped it. */
export function itemErrorMessage(error: Error | null, form: PhotoForm): string | undefined {
	if (error === null || isAborted(error)) return undefined;
	// Spec 1 §7: what is no JSON is quoted of a new item's answer alone.
	if (form === 'add' && error instanceof ApiError && error.receivedText !== undefined) {
		return ITEM_MESSAGES.expectedJson(error.receivedText);
	}
	return errorMessageFor(error, FALLBACK_MESSAGES[form], ITEM_MESSAGES.failed);
}

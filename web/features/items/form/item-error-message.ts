import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError, errorMessageFor, isAborted } from '#web/lib/api/api-error.ts';
import type { ItemFormKind } from './photo-list.ts';

/** Shown when the server sends no message. */
const FALLBACK_MESSAGES = {
	add: ITEM_MESSAGES.addFailed,
	edit: ITEM_MESSAGES.updateFailed,
} as const;

/** Why an item was not saved; undefined if nothing failed or the user cancelled. */
export function itemErrorMessage(error: Error | null, form: ItemFormKind): string | undefined {
	if (error === null || isAborted(error)) return undefined;
	// Only the form for a new item quotes a response that is not JSON.
	if (form === 'add' && error instanceof ApiError && error.receivedText !== undefined) {
		return ITEM_MESSAGES.expectedJson(error.receivedText);
	}
	return errorMessageFor(error, FALLBACK_MESSAGES[form], ITEM_MESSAGES.failed);
}

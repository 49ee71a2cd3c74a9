import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { ApiError, isAborted, wordsFor } from '#web/lib/api-error.ts';

/**
 * Why an item was not saved; undefined where nothing failed or the person stopped it.
 * @param refused said where the server refuses without words (spec 1 §8)
 */
export function itemFailure(error: Error | null, refused: string): string | undefined {
	if (error === null || isAborted(error)) return undefined;
	if (error instanceof ApiError && error.received !== undefined) {
		return ITEM_MESSAGES.expectedJson(error.received);
	}
	return wordsFor(error, refused, ITEM_MESSAGES.failed);
}

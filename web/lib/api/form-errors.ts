import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError, wordsFor } from './api-error.ts';

/** The words for a change of the account that failed. */
export function failureWords(error: Error): string {
	return wordsFor(error, COMMON_MESSAGES.failed, ITEM_MESSAGES.noConnection);
}

/**
 * The field that a refusal is about: the one the server names, else `main` where what was sent is what it refused.
 * @returns undefined where no field could be mended to make it work
 */
export function fieldAtFault<F extends string>(
	error: Error,
	fields: readonly F[],
	main: F,
): F | undefined {
	if (!(error instanceof ApiError)) return undefined;
	const named = fields.find((field) => error.issues.some((issue) => issue.path === field));
	const isAboutWhatWasSent = error.status === 400 || error.status === 409;
	return named ?? (isAboutWhatWasSent ? main : undefined);
}

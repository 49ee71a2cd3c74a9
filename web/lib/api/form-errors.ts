import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError, errorMessageFor } from './api-error.ts';

/** The words for a change of the account that failed. */
export function formErrorMessage(error: Error): string {
	return errorMessageFor(error, COMMON_MESSAGES.failed, ITEM_MESSAGES.noConnection);
}

/**
 * The field that a refusal is about: the one the server names, else `main` where what was sent is what it refused.
 * @returns undefined where no field could be mended to make it work
 */
export function fieldWithError<F extends string>(
	error: Error,
	fields: readonly F[],
	mainField: F,
): F | undefined {
	if (!(error instanceof ApiError)) return undefined;
	const namedField = fields.find((field) => error.issues.some((issue) => issue.path === field));
	const isInputError = error.status === 400 || error.status === 409;
	return namedField ?? (isInputError ? mainField : undefined);
}

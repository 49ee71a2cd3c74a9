import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError, errorMessageFor } from './api-error.ts';

/** The message for a failed request: the server's own, or a general one. */
export function formErrorMessage(error: Error | null): string {
	return errorMessageFor(error, REQUEST_ERRORS.failed.message, ITEM_MESSAGES.noConnection);
}

/**
 * The field to which an error belongs: the field that the server names, or `mainField` if the server rejected the
 * input and names none.
 * @returns undefined if the error is not about the input
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

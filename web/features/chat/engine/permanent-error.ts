import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';

/** Why a chat cannot be opened; a retry would not help. */
export interface PermanentError extends DeclaredError {
	/** The item of the chat, to link to. The server sends its id only if the public can see the item. */
	itemId?: number | undefined;
}

/** HTTP statuses for which a retry would get the same answer. */
const PERMANENT_STATUSES: readonly number[] = [400, 403, 404];

const PERMANENT_CODES: readonly string[] = [
	CHAT_ERRORS.missingParameters.code,
	CHAT_ERRORS.closed.code,
	CHAT_ERRORS.notYours.code,
	CHAT_ERRORS.chooseBuyer.code,
	ITEM_ERRORS.notFound.code,
	AUTH_ERRORS.userNotFound.code,
];

/** Whether the same socket event, such as joining the room, would be refused again. */
export function isPermanentError(error: DeclaredError | undefined): error is DeclaredError {
	return error !== undefined && PERMANENT_CODES.includes(error.code);
}

/** The error of an HTTP request that would be refused again; undefined for any other error. */
export function permanentErrorOf(error: Error | null): PermanentError | undefined {
	if (!(error instanceof ApiError) || !PERMANENT_STATUSES.includes(error.status)) return undefined;
	const { code, message, body } = error;
	return { code, message: message || CHAT_MESSAGES.noContext, itemId: body.itemId };
}

import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError } from '#web/lib/api/api-error.ts';

/** Why a chat cannot be opened; a retry would not help. */
export interface PermanentError {
	message: string;
	/** The item in the chat's address, if the server reported it. */
	itemId?: number | undefined;
}

/** HTTP statuses that a repeated request would get again. */
const PERMANENT_STATUSES: readonly number[] = [400, 403, 404];

const PERMANENT_MESSAGES: readonly string[] = [
	CHAT_MESSAGES.missingParameters,
	CHAT_MESSAGES.closed,
	CHAT_MESSAGES.notYours,
	CHAT_MESSAGES.chooseBuyer,
	ITEM_MESSAGES.notFound,
	AUTH_MESSAGES.userNotFound,
];

/** Whether joining the room again would be rejected with the same message. */
export function isPermanentError(message: string | undefined): message is string {
	return message !== undefined && PERMANENT_MESSAGES.includes(message);
}

export function permanentErrorOf(error: Error | null): PermanentError | undefined {
	if (!(error instanceof ApiError) || !PERMANENT_STATUSES.includes(error.status)) return undefined;
	return { message: error.message || CHAT_MESSAGES.noContext, itemId: error.itemId };
}

import { ApiError, isRefusal } from '#web/lib/api/api-error.ts';
import type { ChangeReply } from './use-mutation-with-undo.ts';

/** The keys of changes whose last request got no answer: the server may have made them. */
const unanswered = new Set<string>();

/**
 * Sends a change. If the previous request for the change got no answer, it has probably made the change; a conflict
 * (409) then counts as success, with the server's message and without undo.
 * @param key identifies the row and the action
 * @throws what `send` throws, except for such a conflict
 */
export async function sendChange(
	key: string,
	send: () => Promise<ChangeReply>,
): Promise<ChangeReply> {
	const wasUnanswered = unanswered.delete(key);
	try {
		return await send();
	} catch (error) {
		const isConflict = error instanceof ApiError && error.status === 409;
		if (wasUnanswered && isConflict) return { message: error.message };
		if (!isRefusal(error)) unanswered.add(key);
		throw error;
	}
}

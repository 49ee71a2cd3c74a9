import { ApiError, isRefusal } from '#web/lib/api/api-error.ts';
import type { ChangeReply } from './use-mutation-with-undo.ts';

/** The changes whose last request got no answer: the server may have made them. */
const unanswered = new Set<string>();

/**
 * Sends a change. A conflict is no failure after a request without an answer, which has probably made the change: the
 * reply then has the server's message, and no undo.
 * @param key of the row and the action
 * @throws what `send` throws otherwise
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

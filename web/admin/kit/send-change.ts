import { ApiError, isRefusal } from '#web/lib/api/api-error.ts';
import type { ChangeReply } from './use-admin-change.ts';

/** The keys of changes whose request got no answer. A later attempt that shows that the change was made removes the key. */
const unansweredKeys = new Set<string>();

/**
 * Sends a change. If an earlier request for the change got no answer, that request has probably made the change. A
 * conflict (409) then counts as success, with the server's message and without undo. Other refusals, such as too many
 * requests, say nothing about that earlier request.
 * @param key identifies the row and the action
 * @throws what `send` throws, except for such a conflict
 */
export async function sendChange(
	key: string,
	send: () => Promise<ChangeReply>,
): Promise<ChangeReply> {
	try {
		const reply = await send();
		unansweredKeys.delete(key);
		return reply;
	} catch (error) {
		const isConflict = error instanceof ApiError && error.status === 409;
		if (isConflict && unansweredKeys.delete(key)) return { message: error.message };
		if (!isRefusal(error)) unansweredKeys.add(key);
		throw error;
	}
}

import { isRefusal } from '#web/lib/api/api-error.ts';
import {
	setRenewing,
	setSessionEndReason,
	storeCredentials,
} from '#web/lib/session/credentials.ts';
import { checkStoredSession } from '#web/lib/session/session.ts';

/**
 * Continues this browser's session with the token that the server returns. Until then, a rejection of the old token does not
 * end the session. On an error, asks the server whether the old token is still valid: it may have replaced the token, and the
 * answer was lost.
 * @param lostAnswerMessage shown if the answer was lost and the session has ended
 */
export async function renewSession<R extends { accessToken: string }>(
	userId: number,
	request: Promise<R>,
	lostAnswerMessage: string,
): Promise<R> {
	setRenewing(true);
	try {
		const reply = await request;
		storeCredentials(reply.accessToken, userId);
		setRenewing(false);
		return reply;
	} catch (error) {
		if (!isRefusal(error)) setSessionEndReason({ message: lostAnswerMessage, canLogIn: true });
		setRenewing(false);
		checkStoredSession().catch(() => undefined);
		throw error;
	}
}

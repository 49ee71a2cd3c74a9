import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ApiError, isRefusal } from '#web/lib/api/api-error.ts';
import {
	renewedUser,
	setRenewedUser,
	setSessionEndReason,
	storeCredentials,
} from '#web/lib/session/credentials.ts';
import { checkStoredSession } from '#web/lib/session/session.ts';

/** Renewals may overlap: the server rejects the second, because the first has ended the old token, and that answer may come first. */
let pendingCount = 0;

/**
 * Continues this browser's session with the token that the server returns. Until then, a rejection of the old token does not
 * end the session. On an error, asks the server whether the old token is still valid: it may have replaced the token, and the
 * answer was lost.
 * @param lostAnswerMessage shown if the answer was lost and the session has ended
 * @throws ApiError also if another user has logged in meanwhile; their session is kept
 */
export async function renewSession<R extends { accessToken: string }>(
	userId: number,
	request: Promise<R>,
	lostAnswerMessage: string,
): Promise<R> {
	pendingCount += 1;
	setRenewedUser(userId);
	try {
		const reply = await request;
		if (renewedUser() !== userId) throw new ApiError(401, REQUEST_ERRORS.signIn);
		storeCredentials(reply.accessToken, userId);
		endRenewal();
		return reply;
	} catch (error) {
		if (!isRefusal(error)) setSessionEndReason({ message: lostAnswerMessage, canLogIn: true });
		endRenewal();
		checkStoredSession().catch(() => undefined);
		throw error;
	}
}

function endRenewal(): void {
	pendingCount -= 1;
	if (pendingCount === 0) setRenewedUser(undefined);
}

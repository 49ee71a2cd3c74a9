import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ApiError, isRefusal } from '#web/lib/api/api-error.ts';
import {
	renewingUser,
	setRenewingUser,
	setSessionEndReason,
	storeCredentials,
} from '#web/lib/session/credentials.ts';
import { checkStoredSession } from '#web/lib/session/session.ts';

/**
 * The number of running renewals. Of two that overlap, the server rejects the second, because the first has ended the
 * old token. The rejection may arrive first, so the session must be kept until both have ended.
 */
let pendingCount = 0;

/**
 * Continues this browser's session with the token that the server returns. Until the answer arrives, a rejection of the
 * old token does not end the session. After an error, asks the server whether the old token is still valid: the server
 * may have replaced the token although its answer was lost.
 * @param lostAnswerMessage shown if the answer was lost and the session has ended
 * @throws ApiError also if another user has logged in meanwhile; their session is kept
 */
export async function renewSession<R extends { accessToken: string }>(
	userId: number,
	request: Promise<R>,
	lostAnswerMessage: string,
): Promise<R> {
	pendingCount += 1;
	setRenewingUser(userId);
	try {
		const reply = await request;
		if (renewingUser() !== userId) throw new ApiError(401, REQUEST_ERRORS.signIn);
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
	if (pendingCount === 0) setRenewingUser(undefined);
}

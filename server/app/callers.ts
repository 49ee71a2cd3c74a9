import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { listOpenAdminSessions, readAdmin } from '#server/admin/administrators/sessions.ts';
import type { Db } from '#server/db/client.ts';
import { touchSession } from '#server/features/auth/commands.ts';
import { findUser } from '#server/features/auth/queries.ts';
import type { Tokens } from '#server/features/auth/sessions/tokens.ts';
import type { ReadRejection, ReadToken } from '#server/http/authenticate.ts';
import type { AdminChannelOptions } from '#server/realtime/admin-channel.ts';
import type { AuthenticatePerson } from '#server/realtime/admission.ts';

type ReadUser = (token: string, userId?: number) => ReturnType<AuthenticatePerson>;

/**
 * Returns the function that finds the user of a token. Its result is null if the token is
 * invalid or its session has ended. If `userId` is given, a token of any other user gives null
 * without a query.
 */
export function createUserReader(db: Db, tokens: Tokens): ReadUser {
	return async (token, userId) => {
		const claims = tokens.verify(token);
		if (userId !== undefined && claims?.id !== userId) return null;
		if (!claims || !(await touchSession(db, claims))) return null;
		return { id: claims.id, sessionId: claims.sid, version: claims.ver };
	};
}

/**
 * Returns the function that finds the administrator or the user of a token. If `userId` is given, only that user counts,
 * never an administrator.
 */
export function createCallerReader(db: Db, readUser: ReadUser): ReadToken {
	return async (token, userId) => {
		const admin = userId === undefined && (await readAdmin(db, token));
		if (admin) return admin;
		const user = await readUser(token, userId);
		return user && { id: user.id, role: 'user', sessionId: user.sessionId };
	};
}

/**
 * Returns the function that explains why a token was rejected. A client with a signed token has signed in before, and may
 * learn that the account is suspended.
 */
export function createSuspensionReader(db: Db, tokens: Tokens): ReadRejection {
	return async (token) => {
		const claims = tokens.verify(token);
		const user = claims && (await findUser(db, claims.id));
		return user?.bannedAt ? AUTH_ERRORS.suspended : undefined;
	};
}

/** How the admin channel reads sessions. */
export function adminSessionDeps(db: Db): Pick<AdminChannelOptions, 'readAdmin' | 'listOpen'> {
	return {
		readAdmin: (token) => readAdmin(db, token),
		listOpen: (sessionIds) => listOpenAdminSessions(db, sessionIds),
	};
}

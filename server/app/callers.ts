import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { listOpenAdminSessions } from '#server/admin/administrators/session-queries.ts';
import { readAdmin } from '#server/admin/administrators/sessions.ts';
import type { Db } from '#server/db/client.ts';
import { touchSession } from '#server/features/auth/commands.ts';
import { findUser } from '#server/features/auth/queries.ts';
import type { Tokens } from '#server/features/auth/sessions/tokens.ts';
import type { ReadRejection, ReadToken } from '#server/http/authenticate.ts';
import type { AdminChannelOptions } from '#server/realtime/admin-channel.ts';
import type { AuthenticatePerson } from '#server/realtime/authenticate.ts';

type ReadPerson = (token: string, userId?: number) => ReturnType<AuthenticatePerson>;

/**
 * Who sends a request or opens a connection, by the token of a student. Null if its session has ended, and without a
 * query if it is not the token of `userId`, where one is given.
 */
export function createPersonReader(db: Db, tokens: Tokens): ReadPerson {
	return async (token, userId) => {
		const claims = tokens.verify(token);
		if (userId !== undefined && claims?.id !== userId) return null;
		if (!claims || !(await touchSession(db, claims))) return null;
		return { id: claims.id, sessionId: claims.sid, version: claims.ver };
	};
}

/** Reads the token of an administrator or a student. */
export function createCallerReader(db: Db, readPerson: ReadPerson): ReadToken {
	return async (token, userId) => {
		const admin = userId === undefined && (await readAdmin(db, token));
		if (admin) return admin;
		const person = await readPerson(token, userId);
		return person && { id: person.id, role: 'user', sessionId: person.sessionId };
	};
}

/** The holder of a signed token has signed in before, and may learn that the account is suspended. */
export function createSuspensionReader(db: Db, tokens: Tokens): ReadRejection {
	return async (token) => {
		const claims = tokens.verify(token);
		const user = claims && (await findUser(db, claims.id));
		return user?.bannedAt ? AUTH_ERRORS.suspended : undefined;
	};
}

/** How the administrators' channel reads sessions. */
export function adminSessionDeps(db: Db): Pick<AdminChannelOptions, 'readAdmin' | 'listOpen'> {
	return {
		readAdmin: (token) => readAdmin(db, token),
		listOpen: (sessionIds) => listOpenAdminSessions(db, sessionIds),
	};
}

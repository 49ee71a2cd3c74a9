import { createHash, randomBytes } from 'node:crypto';
import type { AdminRole } from '#contract/admin/session.ts';
import type { RequiredAction } from '#contract/core/endpoint.ts';
import type { Db } from '#server/db/client.ts';
import { findAdminSession, insertAdminSession, updateAdminLastSeen } from './session-queries.ts';

/** Tells an administrator's token from a user's at first sight. */
const TOKEN_PREFIX = 'office_';

/** An administrator as a token names them. */
export interface AdminCaller {
	id: number;
	role: AdminRole;
	/** The hash of the token. */
	sessionId: string;
	/** What they must do before anything else. */
	requiredAction: RequiredAction | null;
}

/**
 * Opens a session of an administrator who has proved who they are.
 * @returns its token: 256 random bits of which only the hash is kept
 */
export async function openAdminSession(db: Db, adminId: number): Promise<string> {
	const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
	await insertAdminSession(db, { tokenHash: hashOf(token), adminId });
	return token;
}

/** Whose token it is; null when it opens nothing (any longer). Being asked counts as using the session. */
export async function readAdmin(db: Db, token: string): Promise<AdminCaller | null> {
	if (!token.startsWith(TOKEN_PREFIX)) return null;
	const sessionId = hashOf(token);
	const found = await findAdminSession(db, sessionId);
	if (!found) return null;
	if (found.isLastSeenStale) await updateAdminLastSeen(db, sessionId);
	const { id, roleLevel, requiredAction } = found;
	return { id, role: roleLevel as AdminRole, sessionId, requiredAction };
}

function hashOf(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}

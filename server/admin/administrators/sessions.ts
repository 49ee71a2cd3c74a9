import { createHash, randomBytes } from 'node:crypto';
import type { AdminRole } from '#contract/admin/session.ts';
import type { RequiredAction } from '#contract/core/endpoint.ts';
import type { Db } from '#server/db/client.ts';
import { findAdminSession, insertAdminSession, updateAdminLastSeen } from './session-queries.ts';

/** Distinguishes an administrator's token from a user's. */
const TOKEN_PREFIX = 'office_';

/** The administrator that a token identifies. */
export interface AdminCaller {
	id: number;
	role: AdminRole;
	/** The hash of the token. */
	sessionId: string;
	/** What they must do before anything else. */
	requiredAction: RequiredAction | null;
}

/**
 * Opens a session for an administrator who has been authenticated.
 * @returns its token: 256 random bits, of which only the hash is stored
 */
export async function openAdminSession(db: Db, adminId: number): Promise<string> {
	const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
	await insertAdminSession(db, { tokenHash: hashOf(token), adminId });
	return token;
}

/** The administrator of a token; null when it is invalid or has expired. The check counts as use of the session. */
export async function readAdmin(db: Db, token: string): Promise<AdminCaller | null> {
	if (!token.startsWith(TOKEN_PREFIX)) return null;
	const sessionId = hashOf(token);
	const session = await findAdminSession(db, sessionId);
	if (!session) return null;
	if (session.isLastSeenStale) await updateAdminLastSeen(db, sessionId);
	const { id, roleLevel, requiredAction } = session;
	return { id, role: roleLevel as AdminRole, sessionId, requiredAction };
}

function hashOf(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}

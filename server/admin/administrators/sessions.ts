import { createHash, randomBytes } from 'node:crypto';
import { ADMIN_SESSION_LIMITS, type AdminRole } from '#contract/admin/session.ts';
import type { RequiredAction } from '#contract/core/endpoint.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, inArray, isNull, ne, not, sql } from '#server/db/drizzle.ts';
import { adminSessions, admins } from '#server/db/schema/admins.ts';
import { settings } from '#server/db/schema/settings.ts';
import { REQUIRED_ACTION } from './queries.ts';

/** Distinguishes an administrator's token from a user's. */
const TOKEN_PREFIX = 'office_';

/** The administrator that a token identifies. */
interface AdminCaller {
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

/** The last use of a session is stored with this precision, so that not every request writes. */
const LAST_SEEN_PRECISION_S = 15;

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;

const IS_OPEN = sql`(${adminSessions.lastSeenAt} > now() - ${seconds(ADMIN_SESSION_LIMITS.idleMs)}
	and ${adminSessions.createdAt} > now() - ${seconds(ADMIN_SESSION_LIMITS.maxAgeMs)})`;

interface OpenAdminSession {
	/** The hash of the session’s token, which also identifies the session. */
	sessionId: string;
	/** The administrator's id. */
	id: number;
	roleLevel: string;
	requiredAction: RequiredAction | null;
	/** The stored last use is older than the precision and should be updated. */
	isLastSeenStale: boolean;
}

/** The administrator of an open session; undefined when it has expired or was ended. */
export async function findAdminSession(
	db: Db,
	sessionId: string,
): Promise<OpenAdminSession | undefined> {
	const [session] = await listOpenAdminSessions(db, [sessionId]);
	return session;
}

/**
 * The open ones among these sessions, each with its administrator. Joins the one row of settings, because `REQUIRED_ACTION`
 * depends on it.
 */
export async function listOpenAdminSessions(
	db: Db,
	sessionIds: readonly string[],
): Promise<OpenAdminSession[]> {
	return db
		.select({
			sessionId: adminSessions.tokenHash,
			id: admins.id,
			roleLevel: admins.roleLevel,
			requiredAction: REQUIRED_ACTION,
			isLastSeenStale: sql<boolean>`${adminSessions.lastSeenAt} < now() - make_interval(secs => ${LAST_SEEN_PRECISION_S})`,
		})
		.from(adminSessions)
		.innerJoin(admins, eq(admins.id, adminSessions.adminId))
		.crossJoin(settings)
		.where(and(inArray(adminSessions.tokenHash, sessionIds), IS_OPEN, isNull(admins.removedAt)));
}

async function updateAdminLastSeen(db: Db, sessionId: string): Promise<void> {
	await db
		.update(adminSessions)
		.set({ lastSeenAt: sql`now()` })
		.where(eq(adminSessions.tokenHash, sessionId));
}

async function insertAdminSession(
	db: Db,
	session: { tokenHash: string; adminId: number },
): Promise<void> {
	await db.insert(adminSessions).values(session);
}

export async function deleteAdminSession(db: Db, sessionId: string): Promise<void> {
	await db.delete(adminSessions).where(eq(adminSessions.tokenHash, sessionId));
}

/** @param exceptSessionId a session that stays open */
export async function deleteAdminSessionsOf(
	db: Db,
	adminId: number,
	exceptSessionId?: string,
): Promise<void> {
	await db
		.delete(adminSessions)
		.where(
			and(
				eq(adminSessions.adminId, adminId),
				exceptSessionId === undefined ? undefined : ne(adminSessions.tokenHash, exceptSessionId),
			),
		);
}

/** Deletes expired sessions. */
export async function deleteExpiredAdminSessions(db: Db): Promise<void> {
	await db.delete(adminSessions).where(not(IS_OPEN));
}

import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { eq } from '#server/db/drizzle.ts';
import { oneTimeLinks } from '#server/db/schema/one-time-links.ts';
import { sessions } from '#server/db/schema/users.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import { deviceNameOf } from './present.ts';
import { deleteIdentities, endAllSessions, listIdentities } from './queries.ts';

/**
 * A user's sessions, linked identities and mailed links, for the export of personal data. Includes expired sessions
 * until a job deletes them. Leaves out the hashes of the links' tokens. The ids of sessions are included, because an id
 * alone signs nobody in.
 */
export async function exportOf(
	db: Db,
	userId: number,
): Promise<Pick<PersonalData, 'sessions' | 'identities' | 'mailedLinks'>> {
	const ownSessions = await db.select().from(sessions).where(eq(sessions.userId, userId));
	const identities = await listIdentities(db, userId);
	const links = await db.select().from(oneTimeLinks).where(eq(oneTimeLinks.userId, userId));
	return {
		sessions: ownSessions.map((session) => ({
			...withIsoDates(session),
			device: deviceNameOf(session.userAgent),
		})),
		identities: identities.map(({ issuer, subject, createdAt: linkedAt }) =>
			withIsoDates({ issuer, subject, linkedAt }),
		),
		mailedLinks: links.map(({ purpose, requestedAt, expiresAt, usedAt }) =>
			withIsoDates({ purpose, requestedAt, expiresAt, usedAt }),
		),
	};
}

export async function erase(tx: Db, userId: number): Promise<void> {
	await deleteIdentities(tx, userId);
	await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, userId));
	await endAllSessions(tx, [userId]);
}

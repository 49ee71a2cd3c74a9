import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { asc, eq } from '#server/db/drizzle.ts';
import { notificationPreferences, notifications } from '#server/db/schema/notifications.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import { deletePreferences, redactNotificationsAbout } from './queries.ts';

/** A user's notifications and preferences, for the export of the user's data. */
export async function exportOf(
	db: Db,
	userId: number,
): Promise<Pick<PersonalData, 'notices' | 'noticeChoices'>> {
	const received = await db
		.select()
		.from(notifications)
		.where(eq(notifications.userId, userId))
		.orderBy(asc(notifications.id));
	const preferences = await db
		.select()
		.from(notificationPreferences)
		.where(eq(notificationPreferences.userId, userId))
		.orderBy(asc(notificationPreferences.kind));
	return { notices: received.map(withIsoDates), noticeChoices: preferences };
}

/** Also removes the user's name and the titles of the user's items from other users' notifications. */
export async function erase(tx: Db, userId: number): Promise<void> {
	await tx.delete(notifications).where(eq(notifications.userId, userId));
	await redactNotificationsAbout(tx, userId);
	await deletePreferences(tx, userId);
}

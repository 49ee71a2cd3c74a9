import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications/facts.ts';
import type { NotificationPreference } from '#contract/notifications/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, isNull, type Placeholder, type SQL, sql } from '#server/db/drizzle.ts';
import { notificationPreferences } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';

/** Where a user gets notifications of one kind. */
interface Preference {
	inApp: boolean;
	byMail: boolean;
}

/** Used until the user changes a preference. */
const DEFAULT_PREFERENCES: Record<NotificationKind, Preference> = {
	message: { inApp: true, byMail: true },
	sale: { inApp: true, byMail: true },
	offer: { inApp: true, byMail: true },
	reservation: { inApp: true, byMail: true },
	'queue-turn': { inApp: true, byMail: true },
	handover: { inApp: true, byMail: true },
	review: { inApp: true, byMail: true },
	'price-drop': { inApp: true, byMail: true },
	'back-on-sale': { inApp: true, byMail: true },
	'wanted-answer': { inApp: true, byMail: true },
	'wanted-ending': { inApp: true, byMail: true },
	'search-alert': { inApp: true, byMail: true },
	'item-moderated': { inApp: true, byMail: true },
	warning: { inApp: true, byMail: true },
	report: { inApp: true, byMail: true },
	announcement: { inApp: true, byMail: false },
};

/** One entry per kind; the default where the user has set nothing. */
export async function listPreferences(db: Db, userId: number): Promise<NotificationPreference[]> {
	const stored = await db
		.select({
			kind: notificationPreferences.kind,
			inApp: notificationPreferences.inApp,
			byMail: notificationPreferences.byMail,
		})
		.from(notificationPreferences)
		.where(eq(notificationPreferences.userId, userId));
	return NOTIFICATION_KINDS.map((kind) => {
		const { inApp, byMail } =
			stored.find((preference) => preference.kind === kind) ?? DEFAULT_PREFERENCES[kind];
		return { kind, inApp, byMail };
	});
}

export async function upsertPreference(
	db: Db,
	userId: number,
	{ kind, inApp, byMail }: NotificationPreference,
): Promise<void> {
	await db
		.insert(notificationPreferences)
		.values({ userId, kind, inApp, byMail })
		.onConflictDoUpdate({
			target: [notificationPreferences.userId, notificationPreferences.kind],
			set: { inApp, byMail },
		});
}

/** Turns off mails of one kind and leaves the other settings unchanged; does nothing for an erased user. */
export async function disableMails(db: Db, userId: number, kind: NotificationKind): Promise<void> {
	const { inApp } = DEFAULT_PREFERENCES[kind];
	const preference = db
		.select({
			userId: users.id,
			kind: sql<string>`${kind}::text`.as('kind'),
			inApp: sql<boolean>`${inApp}::boolean`.as('in_app'),
			byMail: sql<boolean>`false`.as('by_mail'),
		})
		.from(users)
		.where(and(eq(users.id, userId), isNull(users.deletedAt)));
	await db
		.insert(notificationPreferences)
		.select(preference)
		.onConflictDoUpdate({
			target: [notificationPreferences.userId, notificationPreferences.kind],
			set: { byMail: false },
		});
}

/** An SQL array of the kinds that the user has hidden in the app; warnings cannot be hidden. */
export function hiddenKinds(userId: number | Placeholder): SQL {
	return sql`array(
		select kind from ${notificationPreferences}
		where user_id = ${userId} and not in_app and kind <> 'warning')`;
}

const MAILED_BY_DEFAULT = NOTIFICATION_KINDS.filter((kind) => DEFAULT_PREFERENCES[kind].byMail);

/**
 * SQL condition: the user in the row `person` can get mail and wants mail of this kind.
 * @param kind a kind, or a column that contains it
 */
export function wantsMail(kind: NotificationKind | SQL): SQL<boolean> {
	return sql<boolean>`(
		person.email is not null and person.email_confirmed_at is not null
		and person.banned_at is null and person.deleted_at is null
		and coalesce(
			(select by_mail from ${notificationPreferences} where user_id = person.id and kind = ${kind}),
			${kind}::text = any(${sql.param(MAILED_BY_DEFAULT)}::text[])))`;
}

/** Restores the default preferences. */
export async function deletePreferences(db: Db, userId: number): Promise<void> {
	await db.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
}

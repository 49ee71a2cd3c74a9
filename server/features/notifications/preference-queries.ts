import { and, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { NOTICE_KINDS, type NoticeKind } from '#contract/notifications/facts.ts';
import type { NoticeChoice } from '#contract/notifications/notifications.ts';
import type { Db } from '#server/db/client.ts';
import { noticeChoices } from '#server/db/schema/notices.ts';
import { users } from '#server/db/schema/users.ts';
import { CHOICES_FROM_THE_START } from './preferences.ts';

/** One entry per kind. */
export async function listChoices(db: Db, userId: number): Promise<NoticeChoice[]> {
	const chosen = await db
		.select({
			kind: noticeChoices.kind,
			inApp: noticeChoices.inApp,
			byMail: noticeChoices.byMail,
		})
		.from(noticeChoices)
		.where(eq(noticeChoices.userId, userId));
	return NOTICE_KINDS.map((kind) => {
		const { inApp, byMail } =
			chosen.find((choice) => choice.kind === kind) ?? CHOICES_FROM_THE_START[kind];
		return { kind, inApp, byMail };
	});
}

export async function setChoice(
	db: Db,
	userId: number,
	{ kind, inApp, byMail }: NoticeChoice,
): Promise<void> {
	await db
		.insert(noticeChoices)
		.values({ userId, kind, inApp, byMail })
		.onConflictDoUpdate({
			target: [noticeChoices.userId, noticeChoices.kind],
			set: { inApp, byMail },
		});
}

/** Ends mails of one kind, whatever else is chosen; for somebody who has gone there is nothing to end. */
export async function endMails(db: Db, userId: number, kind: NoticeKind): Promise<void> {
	const { inApp } = CHOICES_FROM_THE_START[kind];
	const choice = db
		.select({
			userId: users.id,
			kind: sql<string>`${kind}::text`.as('kind'),
			inApp: sql<boolean>`${inApp}::boolean`.as('in_app'),
			byMail: sql<boolean>`false`.as('by_mail'),
		})
		.from(users)
		.where(and(eq(users.id, userId), isNull(users.deletedAt)));
	await db
		.insert(noticeChoices)
		.select(choice)
		.onConflictDoUpdate({
			target: [noticeChoices.userId, noticeChoices.kind],
			set: { byMail: false },
		});
}

/** An array of the kinds that a person does not want to see in the market; warnings are always seen. */
export function hiddenFrom(userId: number | Placeholder): SQL {
	return sql`array(
		select kind from ${noticeChoices}
		where user_id = ${userId} and not in_app and kind <> 'warning')`;
}

/** Whether the person in the row `person` of the table of users can be mailed, and wants to be mailed of this kind. */
export function wantsMail(kind: NoticeKind): SQL<boolean> {
	return sql<boolean>`(
		person.email is not null and person.email_confirmed_at is not null
		and person.banned_at is null and person.deleted_at is null
		and coalesce(
			(select by_mail from ${noticeChoices} where user_id = person.id and kind = ${kind}),
			${CHOICES_FROM_THE_START[kind].byMail}::boolean))`;
}

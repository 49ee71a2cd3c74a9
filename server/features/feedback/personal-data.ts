import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, isNull, or, type SQL, sql } from '#server/db/drizzle.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { users } from '#server/db/schema/users.ts';
import { ERASED_TEXT, withIsoDates } from '#server/lib/personal-data.ts';

/** The feedback of a user, for the export of the user's data. */
export async function exportOf(db: Db, userId: number): Promise<Pick<PersonalData, 'feedback'>> {
	const sent = await db
		.select()
		.from(feedback)
		.where(isFeedbackOf(userId))
		.orderBy(asc(feedback.id));
	return { feedback: sent.map(withIsoDates) };
}

/**
 * Removes the user's feedback from the testimonials and erases its name, address and text; the rating and the category
 * stay. In feedback of another user who entered this address, only the address is erased.
 */
export async function erase(tx: Db, userId: number): Promise<void> {
	const email = sql`'deleted-' || ${feedback.id} || '@invalid'`;
	await tx
		.update(feedback)
		.set({
			name: ACCOUNT_MESSAGES.deletedName,
			email,
			feedback: ERASED_TEXT,
			isPublic: false,
			isFeatured: false,
		})
		.where(isFeedbackOf(userId));
	await tx
		.update(feedback)
		.set({ email })
		.where(eq(feedback.email, confirmedEmailOf(userId)));
}

/** Feedback sent while signed in, or sent signed out under the user's confirmed address. */
function isFeedbackOf(userId: number): SQL | undefined {
	const isByEmail = and(isNull(feedback.userId), eq(feedback.email, confirmedEmailOf(userId)));
	return or(eq(feedback.userId, userId), isByEmail);
}

/** The account's address if it is confirmed, because a visitor can type any address into the feedback form. */
function confirmedEmailOf(userId: number): SQL {
	return sql`(
		select ${users.email} from ${users}
		where ${users.id} = ${userId} and ${users.emailConfirmedAt} is not null)`;
}

import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import type { NotificationPreference } from '#contract/notifications/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { invalidField } from '#server/lib/app-error.ts';
import { disableMails, upsertPreference } from './preference-queries.ts';
import type { Subscription, UnsubscribeTokens } from './unsubscribe-tokens.ts';

/**
 * Stores a preference.
 * @throws AppError invalid when the preference hides warnings in the app
 */
export async function setPreference(
	db: Db,
	userId: number,
	preference: NotificationPreference,
): Promise<void> {
	if (preference.kind === 'warning' && !preference.inApp) {
		throw invalidField('inApp', NOTIFICATION_ERRORS.warningsAlwaysOn);
	}
	await upsertPreference(db, userId, preference);
}

interface UnsubscribeDeps {
	db: Db;
	tokens: UnsubscribeTokens;
	/**
	 * Ends the alert of one saved search.
	 * @returns the name of the search; undefined if the search no longer exists
	 */
	endSearchAlert: (alert: { userId: number; searchId: number }) => Promise<string | undefined>;
}

interface Unsubscribed extends Subscription {
	/** The name of the saved search, if the link was about one that still exists. */
	searchName?: string | undefined;
}

/**
 * Turns off what the link in a mail is about: mails of one kind, or the alert of one saved search. Idempotent.
 * @throws AppError invalid for a token that we did not sign
 */
export async function unsubscribeByToken(
	{ db, tokens, endSearchAlert }: UnsubscribeDeps,
	token: string,
): Promise<Unsubscribed> {
	const subscription = tokens.read(token);
	if (!subscription) throw invalidField('token', NOTIFICATION_ERRORS.linkExpired);
	const { userId, kind, searchId } = subscription;
	if (searchId !== undefined)
		return { ...subscription, searchName: await endSearchAlert({ userId, searchId }) };
	await disableMails(db, userId, kind);
	return subscription;
}

import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications/facts.ts';
import type { NotificationPreference } from '#contract/notifications/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { invalidField } from '#server/lib/app-error.ts';
import { isSigned, type Secrets, sign } from '#server/lib/secrets.ts';
import { disableMails, upsertPreference } from './queries.ts';

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

/** The user and the kind of mails that a link turns off; with `searchId`, only the alert of that saved search ends. */
interface Subscription {
	userId: number;
	kind: NotificationKind;
	searchId?: number | undefined;
}

export interface UnsubscribeTokens {
	sign: (subscription: Subscription) => string;
	/** Returns undefined for a token that we did not sign. */
	read: (token: string) => Subscription | undefined;
}

const TOKEN_PATTERN = /^([a-z]+(?:-[a-z]+)*)-([1-9]\d{0,9})(?:-([1-9]\d{0,9}))?-([\w-]{43})$/;

/**
 * Tokens of the form `{kind}-{userId}-{signature}`; for one saved search `{kind}-{userId}-{searchId}-{signature}`.
 * They never expire: the link in a mail must still work years later. A stolen token can only turn off these mails.
 */
export function createUnsubscribeTokens(secrets: Secrets): UnsubscribeTokens {
	const partsOf = ({ kind, userId, searchId }: Subscription) =>
		[kind, userId, searchId].filter((part) => part !== undefined);
	const signedTextOf = (subscription: Subscription) =>
		`unsubscribe ${partsOf(subscription).join(' ')}`;
	return {
		sign: (subscription) =>
			`${partsOf(subscription).join('-')}-${sign(signedTextOf(subscription), secrets)}`,
		read(token) {
			const [, kindName, id, search, signature = ''] = TOKEN_PATTERN.exec(token) ?? [];
			const kind = NOTIFICATION_KINDS.find((known) => known === kindName);
			if (!kind) return undefined;
			const searchId = search === undefined ? undefined : Number(search);
			const subscription = { userId: Number(id), kind, searchId };
			return isSigned(signedTextOf(subscription), signature, secrets) ? subscription : undefined;
		},
	};
}

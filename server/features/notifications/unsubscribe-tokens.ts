import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications/facts.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

/** The user and the kind of mails that a link turns off; with `searchId`, only the alert of that saved search ends. */
export interface Subscription {
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

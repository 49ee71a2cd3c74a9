import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications/facts.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

/** The user and the kind of mails that a link turns off. */
export interface Subscription {
	userId: number;
	kind: NotificationKind;
}

export interface UnsubscribeTokens {
	sign: (subscription: Subscription) => string;
	/** Returns undefined for a token that we did not sign. */
	read: (token: string) => Subscription | undefined;
}

const TOKEN_PATTERN = /^([a-z]+(?:-[a-z]+)*)-([1-9]\d{0,9})-([\w-]{43})$/;

/**
 * Tokens of the form `{kind}-{userId}-{signature}`. They never expire: the link in a mail must still work years later.
 * A stolen token can only turn off these mails.
 */
export function createUnsubscribeTokens(secrets: Secrets): UnsubscribeTokens {
	const signedTextOf = ({ userId, kind }: Subscription) => `unsubscribe ${kind} ${userId}`;
	return {
		sign: (subscription) =>
			`${subscription.kind}-${subscription.userId}-${sign(signedTextOf(subscription), secrets)}`,
		read(token) {
			const [, kindName, id, signature = ''] = TOKEN_PATTERN.exec(token) ?? [];
			const kind = NOTIFICATION_KINDS.find((known) => known === kindName);
			if (!kind) return undefined;
			const subscription = { userId: Number(id), kind };
			return isSigned(signedTextOf(subscription), signature, secrets) ? subscription : undefined;
		},
	};
}

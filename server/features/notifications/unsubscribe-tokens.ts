import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications/facts.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

/** Whose mails of which kind a link ends. */
export interface Subscription {
	userId: number;
	kind: NotificationKind;
}

export interface UnsubscribeTokens {
	sign: (subscription: Subscription) => string;
	/** Undefined for anything that we did not sign. */
	read: (token: string) => Subscription | undefined;
}

const TOKEN_PATTERN = /^([a-z]+)-([1-9]\d{0,9})-([\w-]{43})$/;

/**
 * Tokens as `{kind}-{number}-{signature}`. They stay good: who finds a mail of ours years later must be able to end them.
 * All that a stolen one can do is to end them, too.
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

import { NOTICE_KINDS, type NoticeKind } from '#contract/notifications/facts.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

/** Whose mails of which kind a link ends. */
export interface Subscription {
	userId: number;
	kind: NoticeKind;
}

export interface UnsubscribeTokens {
	sign: (subscription: Subscription) => string;
	/** Undefined for anything that we did not sign. */
	read: (token: string) => Subscription | undefined;
}

const SHAPE = /^([a-z]+)-([1-9]\d{0,9})-([\w-]{43})$/;

/**
 * Tokens as `{kind}-{number}-{signature}`. They stay good: who finds a mail of ours years later must be able to end them.
 * All that a stolen one can do is to end them, too.
 */
export function createUnsubscribeTokens(secrets: Secrets): UnsubscribeTokens {
	const textOf = ({ userId, kind }: Subscription) => `unsubscribe ${kind} ${userId}`;
	return {
		sign: (subscription) =>
			`${subscription.kind}-${subscription.userId}-${sign(textOf(subscription), secrets)}`,
		read(token) {
			const [, named, id, signature = ''] = SHAPE.exec(token) ?? [];
			const kind = NOTICE_KINDS.find((known) => known === named);
			if (!kind) return undefined;
			const subscription = { userId: Number(id), kind };
			return isSigned(textOf(subscription), signature, secrets) ? subscription : undefined;
		},
	};
}

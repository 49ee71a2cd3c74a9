import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { isBlank } from '#contract/core/common.ts';
import { Refusal } from '#server/lib/app-error.ts';

/** Why a message is not stored; named as its sentence. */
export type SendFault = 'signedOut' | 'notYours' | 'closed' | 'blockedByYou' | 'buyerFirst';

export function refusalOf(fault: SendFault): Refusal {
	const kind = fault === 'signedOut' ? 'unauthenticated' : 'forbidden';
	return new Refusal(kind, CHAT_MESSAGES[fault]);
}

/** What somebody who wants to join says of themselves; which side they are is decided by whose item it is. */
interface Approach {
	userId: number;
	sellerId: number;
	/** The buyer they name, if any. */
	named: number | null | undefined;
	/** To the seller: who has written, of several any two. */
	writers: readonly number[];
}

/**
 * The buyer whose room it is: oneself, or for the seller the one they name or else the only one there is.
 * @throws Refusal forbidden for another buyer's room, and to a seller who has to choose
 */
export function requireBuyer({ userId, sellerId, named, writers }: Approach): number {
	if (userId !== sellerId) {
		if ((named ?? userId) !== userId) throw refusalOf('notYours');
		return userId;
	}
	const [only, ...others] = named ? [named] : writers;
	if (only === undefined || others.length > 0 || only === userId) {
		throw new Refusal('forbidden', CHAT_MESSAGES.chooseBuyer);
	}
	return only;
}

/** Whether a message has no words; pages don't send such ones, and nobody need hear of them (spec 1 §5). */
export function isWithoutWords(sent: unknown): boolean {
	if (typeof sent !== 'object' || sent === null || !('message' in sent)) return false;
	return typeof sent.message === 'string' && isBlank(sent.message);
}

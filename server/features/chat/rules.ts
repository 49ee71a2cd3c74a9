import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { isBlank } from '#contract/core/common.ts';
import { AppError } from '#server/lib/app-error.ts';

/** Why a message is not stored; named as its sentence. */
export type SendErrorReason = 'signedOut' | 'notYours' | 'closed' | 'blockedByYou' | 'buyerFirst';

export function sendError(reason: SendErrorReason): AppError {
	const kind = reason === 'signedOut' ? 'unauthenticated' : 'forbidden';
	return new AppError(kind, CHAT_MESSAGES[reason]);
}

/** What somebody who wants to join says of themselves; which side they are is decided by whose item it is. */
interface JoinAttempt {
	userId: number;
	sellerId: number;
	/** The buyer they name, if any. */
	requestedBuyerId: number | null | undefined;
	/** To the seller: who has written, of several any two. */
	buyerIds: readonly number[];
}

/**
 * The buyer whose room it is: oneself, or for the seller the one they name or else the only one there is.
 * @throws Refusal forbidden for another buyer's room, and to a seller who has to choose
 */
export function requireBuyer({
	userId,
	sellerId,
	requestedBuyerId,
	buyerIds,
}: JoinAttempt): number {
	if (userId !== sellerId) {
		if ((requestedBuyerId ?? userId) !== userId) throw sendError('notYours');
		return userId;
	}
	const [only, ...others] = requestedBuyerId ? [requestedBuyerId] : buyerIds;
	if (only === undefined || others.length > 0 || only === userId) {
		throw new AppError('forbidden', CHAT_MESSAGES.chooseBuyer);
	}
	return only;
}

/** Whether a message has no words; pages don't send such ones, and nobody need hear of them (spec 1 §5). */
export function isBlankMessage(payload: unknown): boolean {
	if (typeof payload !== 'object' || payload === null || !('message' in payload)) return false;
	return typeof payload.message === 'string' && isBlank(payload.message);
}

import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { isBlank } from '#contract/core/schemas.ts';
import { AppError } from '#server/lib/app-error.ts';

/** Why a message is not stored or not marked as read, or a room is not joined. Each is also a key of CHAT_ERRORS. */
export type ChatRefusalReason =
	| 'signedOut'
	| 'notYours'
	| 'closed'
	| 'blockedByYou'
	| 'buyerFirst'
	| 'photoNotYours'
	| 'photoAlreadySent';

export function chatRefusal(reason: ChatRefusalReason): AppError {
	const kind = reason === 'signedOut' ? 'unauthenticated' : 'forbidden';
	return new AppError(kind, CHAT_ERRORS[reason]);
}

/** A request to join a room. The item's owner is its seller and every other user a buyer, whatever the request says. */
interface JoinAttempt {
	userId: number;
	sellerId: number;
	/** The buyer named in the request, if any. */
	requestedBuyerId: number | null | undefined;
	/** Buyers whose messages the seller can see; at most two are read, enough to know whether there is only one. */
	buyerIds: readonly number[];
}

/**
 * The buyer of the room to join: the user or, for the seller, the buyer named in the request, otherwise the only buyer
 * of the item.
 * @throws AppError forbidden for another buyer's room, and for a seller who has to choose a buyer
 */
export function requireBuyer({
	userId,
	sellerId,
	requestedBuyerId,
	buyerIds,
}: JoinAttempt): number {
	if (userId !== sellerId) {
		if ((requestedBuyerId ?? userId) !== userId) throw chatRefusal('notYours');
		return userId;
	}
	const [only, ...others] = requestedBuyerId ? [requestedBuyerId] : buyerIds;
	if (only === undefined || others.length > 0 || only === userId) {
		throw new AppError('forbidden', CHAT_ERRORS.chooseBuyer);
	}
	return only;
}

/**
 * Whether a message has neither visible text nor photos. The web app never sends such a message; the server ignores it.
 */
export function isBlankMessage(payload: unknown): boolean {
	if (typeof payload !== 'object' || payload === null || !('message' in payload)) return false;
	if ('photoIds' in payload && payload.photoIds != null) return false;
	return typeof payload.message === 'string' && isBlank(payload.message);
}

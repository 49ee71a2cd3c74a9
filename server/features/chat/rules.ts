import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { BLOCK_ERRORS, CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { ChatRole } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { isBlank } from '#contract/core/schemas.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import type { UserRow } from '#server/features/auth/queries.ts';
import { AppError, type AppErrorKind } from '#server/lib/app-error.ts';
import type { ChatDetails, PersonCard } from './inbox-queries.ts';

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

/**
 * The user to block or unblock; may be banned.
 * @throws AppError not_found for an unknown or deleted user; invalid for the caller themselves
 */
export function requireOther(found: UserRow | undefined, callerId: number): UserRow {
	const person = requirePerson(found);
	if (person.id === callerId) throw new AppError('invalid', BLOCK_ERRORS.yourself);
	return person;
}

/**
 * The room of a chat, for its buyer and the item's seller only: here `namedUserId`, the user in the URL, is the buyer.
 * The item or a user may be banned or deleted.
 * @throws AppError not_found for an unknown item or, for the seller, an unknown buyer; forbidden for other users
 */
export function requireRoom(chat: ChatDetails | undefined, viewerId: number): Room {
	if (!chat) throw new AppError('not_found', ITEM_ERRORS.notFound);
	const { item, namedUserId, other } = chat;
	if (item.sellerId !== viewerId && namedUserId !== viewerId) {
		throw new AppError('forbidden', CHAT_ERRORS.notYours);
	}
	requirePerson(other);
	return { itemId: item.id, buyerId: namedUserId };
}

/** @throws AppError not_found for an unknown item; forbidden for a user who is not its seller */
export function requireOwnChats<Chats extends { sellerId: number }>(
	chats: Chats | undefined,
	viewerId: number,
): Chats {
	if (!chats) throw new AppError('not_found', ITEM_ERRORS.notFound);
	if (chats.sellerId !== viewerId) throw new AppError('forbidden', CHAT_ERRORS.notOwner);
	return chats;
}

/** A chat as the viewer may open it. */
export interface ChatAccess {
	chat: ChatDetails;
	role: ChatRole;
	/** Null for a seller who has chosen no buyer. */
	chosen: { room: Room; other: PersonCard } | null;
	/** Why no message can be sent; null when one can. */
	closed: string | null;
	/**
	 * For a seller: the seller can see no message in the chat, and the buyer has made no step of a deal. A request for the
	 * deal is then answered with 404.
	 */
	isNotBegun: boolean;
}

/**
 * Checks that the viewer may open a chat. The URL of a chat contains the ids of an item and of a user. In a buyer's URL
 * the user is the buyer or the seller. In the seller's URL the user is the buyer or, while no buyer is chosen, the
 * seller. The chat of a hidden or removed item opens only for users who can see a message in it, and for the seller while no buyer
 * is chosen.
 * @throws AppError not_found; forbidden for another user's room
 */
export function requireChatAccess(chat: ChatDetails | undefined, viewerId: number): ChatAccess {
	if (!chat) throw new AppError('not_found', ITEM_ERRORS.notFound);
	return chat.item.sellerId === viewerId ? openAsSeller(chat) : openAsBuyer(chat, viewerId);
}

function openAsSeller(chat: ChatDetails): ChatAccess {
	const { item, namedUserId, other, hasMessages, hasDeal } = chat;
	if (namedUserId === item.sellerId) {
		return {
			chat,
			role: 'seller',
			chosen: null,
			closed: item.isHidden ? CHAT_ERRORS.closed.message : null,
			isNotBegun: false,
		};
	}
	if (!other || (other.isHidden && !hasMessages)) {
		throw itemError(item, 'not_found', AUTH_ERRORS.userNotFound);
	}
	if (isClosedToNewChats(item) && !hasMessages)
		throw new AppError('not_found', ITEM_ERRORS.notFound);
	const room = { itemId: item.id, buyerId: namedUserId };
	const waitingReason = hasMessages ? null : CHAT_ERRORS.buyerFirst.message;
	const closed = item.isHidden || other.isHidden ? CHAT_ERRORS.closed.message : waitingReason;
	const isNotBegun = !hasMessages && !hasDeal;
	return { chat, role: 'seller', chosen: { room, other }, closed, isNotBegun };
}

function openAsBuyer(chat: ChatDetails, viewerId: number): ChatAccess {
	const { item, namedUserId, other, hasMessages } = chat;
	if (!other || (isClosedToNewChats(item) && !hasMessages)) {
		throw new AppError('not_found', ITEM_ERRORS.notFound);
	}
	if (namedUserId !== viewerId && namedUserId !== item.sellerId) {
		throw itemError(item, 'forbidden', CHAT_ERRORS.notYours);
	}
	const room = { itemId: item.id, buyerId: viewerId };
	const closed = item.isHidden ? CHAT_ERRORS.closed.message : null;
	return { chat, role: 'buyer', chosen: { room, other }, closed, isNotBegun: false };
}

/**
 * Adds the item id to the error, so that the page can link to the item. An item that the public cannot see is left out.
 */
function itemError(item: ChatDetails['item'], kind: AppErrorKind, error: DeclaredError): AppError {
	return new AppError(
		kind,
		error,
		undefined,
		isClosedToNewChats(item) ? undefined : { itemId: item.id },
	);
}

/** Whether nobody can begin a chat about the item. */
function isClosedToNewChats({ isHidden, isRemoved }: ChatDetails['item']): boolean {
	return isHidden || isRemoved;
}

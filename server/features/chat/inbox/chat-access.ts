import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { ChatRole } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { AppError, type AppErrorKind } from '#server/lib/app-error.ts';
import type { PersonCard } from './card-queries.ts';
import type { ChatDetails } from './chat-access-queries.ts';

/**
 * The room of a chat, only for its buyer and the item's seller; also when the item or a user is banned or deleted.
 * @throws AppError not_found without an item or, for the seller, without a buyer; forbidden for other users
 */
export function requireRoom(chat: ChatDetails | undefined, viewerId: number): Room {
	if (!chat) throw new AppError('not_found', ITEM_ERRORS.notFound);
	const { item, otherNumber, other } = chat;
	if (item.sellerId !== viewerId && otherNumber !== viewerId) {
		throw new AppError('forbidden', CHAT_ERRORS.notYours);
	}
	requirePerson(other);
	return { itemId: item.id, buyerId: otherNumber };
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
	/** For a seller: the buyer has neither written nor begun a deal, which can therefore not be read. */
	hasNoDeal: boolean;
}

/**
 * Checks that the viewer may open a chat. Beside the item, a buyer names themselves or the seller; a seller names the
 * buyer or themselves. A hidden item's chat opens only for users who can see a message in it, and for the seller
 * without a buyer.
 * @throws AppError not_found; forbidden for another user's room
 */
export function requireChatAccess(chat: ChatDetails | undefined, viewerId: number): ChatAccess {
	if (!chat) throw new AppError('not_found', ITEM_ERRORS.notFound);
	return chat.item.sellerId === viewerId ? openAsSeller(chat) : openAsBuyer(chat, viewerId);
}

function openAsSeller(chat: ChatDetails): ChatAccess {
	const { item, otherNumber, other, hasMessages, hasDeal } = chat;
	if (otherNumber === item.sellerId) {
		return {
			chat,
			role: 'seller',
			chosen: null,
			closed: item.isHidden ? CHAT_ERRORS.closed.message : null,
			hasNoDeal: false,
		};
	}
	if (!other || (other.isHidden && !hasMessages)) {
		throw itemError(item, 'not_found', AUTH_ERRORS.userNotFound);
	}
	if (item.isHidden && !hasMessages) throw new AppError('not_found', ITEM_ERRORS.notFound);
	const room = { itemId: item.id, buyerId: otherNumber };
	const waitingReason = hasMessages ? null : CHAT_ERRORS.buyerFirst.message;
	const closed = item.isHidden || other.isHidden ? CHAT_ERRORS.closed.message : waitingReason;
	const hasNoDeal = !hasMessages && !hasDeal;
	return { chat, role: 'seller', chosen: { room, other }, closed, hasNoDeal };
}

function openAsBuyer(chat: ChatDetails, viewerId: number): ChatAccess {
	const { item, otherNumber, other, hasMessages } = chat;
	if (!other || (item.isHidden && !hasMessages)) {
		throw new AppError('not_found', ITEM_ERRORS.notFound);
	}
	if (otherNumber !== viewerId && otherNumber !== item.sellerId) {
		throw itemError(item, 'forbidden', CHAT_ERRORS.notYours);
	}
	const room = { itemId: item.id, buyerId: viewerId };
	const closed = item.isHidden ? CHAT_ERRORS.closed.message : null;
	return { chat, role: 'buyer', chosen: { room, other }, closed, hasNoDeal: false };
}

/** Adds the item id to the error, so that the page can link to the item; not for an item that the public cannot see. */
function itemError(
	{ id, isHidden }: ChatDetails['item'],
	kind: AppErrorKind,
	error: DeclaredError,
): AppError {
	return new AppError(kind, error, undefined, isHidden ? undefined : { itemId: id });
}

import type { ChatSummary, ItemChat, OpenChat } from '#contract/chat/conversations.ts';
import type { ChatMessage } from '#contract/chat/events.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { roomIdOf } from '#contract/chat/room-id.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import type { BuyerRow } from './inbox/buyers-queries.ts';
import type { ItemCard, PersonCard } from './inbox/card-queries.ts';
import type { ChatRow } from './inbox/inbox-queries.ts';
import type { Opening } from './inbox/open-chat.ts';
import type { MessageRow } from './queries.ts';

export function presentMessage({ id, senderId, body, createdAt }: MessageRow): ChatMessage {
	const writtenAt = createdAt.toISOString();
	return {
		id,
		message: wordsOf(body),
		userId: senderId,
		senderId,
		timestamp: writtenAt,
		createdAt: writtenAt,
	};
}

export function presentBuyer(
	{ buyer, lastMessage, unread, hasBlocked }: BuyerRow,
	sellerId: number,
	addresses: PhotoAddresses,
): ItemChat {
	const { id, ...person } = presentPerson(buyer, addresses);
	return {
		userId: id,
		recieverId: sellerId,
		...person,
		lastMessageAt: lastMessage.createdAt.toISOString(),
		unread,
		lastMessage: wordsOf(lastMessage.body),
		isBlocked: hasBlocked,
	};
}

export function presentOpening(
	{ chat, role, chosen, closed }: Opening,
	addresses: PhotoAddresses,
): OpenChat {
	return {
		roomId: chosen && roomIdOf(chosen.room),
		role,
		item: presentItem(chat.item, role, addresses),
		other: chosen && presentPerson(chosen.other, addresses),
		isBlocked: chat.hasBlocked,
		closed,
		...chat.standing,
	};
}

export function presentChat(
	{ buyerId, item, other, lastMessage, unread, hasBlocked }: ChatRow,
	viewerId: number,
	addresses: PhotoAddresses,
): ChatSummary {
	const role = viewerId === buyerId ? 'buyer' : 'seller';
	return {
		roomId: roomIdOf({ itemId: item.id, buyerId }),
		role,
		item: presentItem(item, role, addresses),
		other: presentPerson(other, addresses),
		lastMessage: {
			id: lastMessage.id,
			text: wordsOf(lastMessage.body),
			isOwn: lastMessage.senderId === viewerId,
			createdAt: lastMessage.createdAt.toISOString(),
		},
		unread,
		isBlocked: hasBlocked,
	};
}

function wordsOf(body: string | null): string {
	return body ?? CHAT_MESSAGES.erased;
}

function presentItem(
	item: ItemCard,
	role: OpenChat['role'],
	addresses: PhotoAddresses,
): OpenChat['item'] {
	const { id, title, price, soldAt, isHidden } = item;
	const status = soldAt ? 'sold' : 'available';
	return {
		id,
		title,
		price,
		status: isHidden ? 'banned' : status,
		photo: presentCover(item, role, addresses),
	};
}

/** Photos that the public no longer sees are for the seller of a banned item alone (decisions, "Items"). */
function presentCover(
	{ cover, isHidden, deletedAt }: ItemCard,
	role: OpenChat['role'],
	addresses: PhotoAddresses,
): OpenChat['item']['photo'] {
	if (!cover) return null;
	const { hash, width, height, thumbhash } = cover;
	if (!isHidden) return { url: addresses.of(hash), width, height, thumbhash };
	if (role === 'buyer' || deletedAt) return null;
	return { url: addresses.signed(hash), width, height, thumbhash };
}

/** The picture of somebody who is banned is not there for anyone. */
function presentPerson(
	{ id, userName, pictureHash, verifiedAt, isHidden }: PersonCard,
	addresses: PhotoAddresses,
) {
	return {
		id,
		userName,
		profilePicUrl: pictureHash === null || isHidden ? null : addresses.of(pictureHash),
		isVerified: verifiedAt !== null,
	};
}

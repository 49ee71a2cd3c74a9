import type { ChatSummary, ItemChat } from '#contract/chat/conversations.ts';
import type { ChatDetails } from '#contract/chat/endpoints.ts';
import type { ChatMessage } from '#contract/chat/events.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { ChatPhoto } from '#contract/chat/photos.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import { PAGES } from '#contract/core/pages.ts';
import { reservationEnd } from '#contract/items/reservation.ts';
import { PHOTO_WIDTHS, photoUrlAt } from '#contract/photos/sizes.ts';
import type { PhotoUrls, PhotoViewer } from '#server/storage/photo-urls.ts';
import type { BuyerRow, ChatRow, ItemCard, PersonCard } from './inbox-queries.ts';
import type { MessagePhoto } from './photos/queries.ts';
import type { MessageContent, MessageRow } from './queries.ts';
import type { ChatAccess } from './rules.ts';

/** A message as one of the two participants reads it. */
export function presentMessageTo(
	message: MessageRow,
	userId: number,
	photoUrls: PhotoUrls,
): ChatMessage {
	const photos = presentPhotos(message.photos ?? [], { userId }, photoUrls);
	const { clientId, senderId } = message;
	return {
		...presentMessage(message, photos),
		...(clientId && senderId === userId && { clientId }),
	};
}

/** @param photos of the message, signed for its reader */
export function presentMessage(
	{ id, senderId, createdAt, event, ...content }: MessageRow,
	photos: readonly ChatPhoto[],
): ChatMessage {
	const writtenAt = createdAt.toISOString();
	return {
		id,
		message: textOf(content),
		photos: [...photos],
		...(isWithoutWords(content) && { isWithoutWords: true }),
		userId: senderId,
		senderId,
		timestamp: writtenAt,
		createdAt: writtenAt,
		...(event && { event }),
	};
}

/** Photos with URLs signed for a viewer. The caller has checked that the viewer may see them. */
export function presentPhotos(
	photos: readonly MessagePhoto[],
	viewer: PhotoViewer,
	photoUrls: PhotoUrls,
): ChatPhoto[] {
	return photos.map(({ id, width, height }) => {
		const url = photoUrls.inChat(id, viewer);
		return { id, url, thumbUrl: photoUrlAt(url, PHOTO_WIDTHS[0]), width, height };
	});
}

function isWithoutWords({ body, photos }: MessageContent): boolean {
	return body === null && (photos?.length ?? 0) > 0;
}

/** A chat in the list of an item's chats, which only the seller sees. */
export function presentBuyer(
	{ buyer, lastMessage, unread, hasBlocked }: BuyerRow,
	sellerId: number,
	photoUrls: PhotoUrls,
): ItemChat {
	const { id, ...person } = presentPerson(buyer, photoUrls);
	return {
		userId: id,
		recieverId: sellerId,
		...person,
		lastMessageAt: lastMessage.createdAt.toISOString(),
		unread,
		lastMessage: textOf(lastMessage),
		isLastMessageWithoutWords: isWithoutWords(lastMessage),
		...(lastMessage.event && {
			lastStep: { event: lastMessage.event, isOwn: lastMessage.senderId === sellerId },
		}),
		isBlocked: hasBlocked,
	};
}

/** A chat as its page shows it to one of the two sides. */
export function presentOpenChat(
	{ chat, role, chosen, closed, isNotBegun }: ChatAccess,
	photoUrls: PhotoUrls,
): ChatDetails {
	return {
		roomId: chosen && formatRoomId(chosen.room),
		role,
		item: presentItem(chat.item, role, photoUrls),
		other: chosen && presentPerson(chosen.other, photoUrls),
		isBlocked: chat.hasBlocked,
		closed,
		...(isNotBegun && { isNotBegun: true }),
		...chat.readPosition,
	};
}

/** A chat in a user's list of chats. */
export function presentChat(
	{ buyerId, item, other, lastMessage, unread, hasBlocked }: ChatRow,
	viewerId: number,
	photoUrls: PhotoUrls,
): ChatSummary {
	const role = viewerId === buyerId ? 'buyer' : 'seller';
	return {
		roomId: formatRoomId({ itemId: item.id, buyerId }),
		role,
		item: presentItem(item, role, photoUrls),
		other: presentPerson(other, photoUrls),
		lastMessage: {
			id: lastMessage.id,
			text: textOf(lastMessage),
			photos: presentPhotos(lastMessage.photos ?? [], { userId: viewerId }, photoUrls),
			...(isWithoutWords(lastMessage) && { isWithoutWords: true }),
			isOwn: lastMessage.senderId === viewerId,
			createdAt: lastMessage.createdAt.toISOString(),
			...(lastMessage.event && { event: lastMessage.event }),
		},
		unread,
		isBlocked: hasBlocked,
	};
}

/** The text of a message for every client. A message that has photos only, or that was erased, gets a fixed text. */
export function textOf({ body, photos, photoCount }: MessageContent): string {
	if (body !== null) return body;
	if (photoCount === 0) return CHAT_MESSAGES.erased;
	const count = photos?.length ?? 0;
	return count > 0 ? CHAT_MESSAGES.photosSent(count) : CHAT_MESSAGES.erasedPhoto;
}

function presentItem(
	item: ItemCard,
	role: ChatDetails['role'],
	photoUrls: PhotoUrls,
): ChatDetails['item'] {
	const { id, title, price, isPriceFixed, soldAt, isHidden, isRemoved } = item;
	const saleStatus = soldAt ? 'sold' : 'available';
	const status = isRemoved ? 'removed' : saleStatus;
	const reservedUntil = soldAt || isHidden || isRemoved ? null : reservationEnd(item, new Date());
	return {
		id,
		title,
		price,
		status: isHidden ? 'banned' : status,
		reservedUntil: reservedUntil?.toISOString() ?? null,
		isPriceFixed,
		photo: presentCover(item, role, photoUrls),
	};
}

/**
 * When the item is hidden or removed, only its seller sees the photo, and only if the item is not deleted.
 */
function presentCover(
	{ cover, isHidden, isRemoved, deletedAt }: ItemCard,
	role: ChatDetails['role'],
	photoUrls: PhotoUrls,
): ChatDetails['item']['photo'] {
	if (!cover) return null;
	const { hash, width, height, thumbhash } = cover;
	if (!isHidden && !isRemoved) return { url: photoUrls.of(hash), width, height, thumbhash };
	if (role === 'buyer' || (deletedAt && !isRemoved)) return null;
	return { url: photoUrls.signed(hash), width, height, thumbhash };
}

/** The picture of a banned or deleted user is shown to no user. */
function presentPerson(
	{ id, userName, pictureHash, verifiedAt, isHidden }: PersonCard,
	photoUrls: PhotoUrls,
) {
	return {
		id,
		userName,
		profilePicUrl: pictureHash === null || isHidden ? null : photoUrls.of(pictureHash),
		isVerified: verifiedAt !== null,
	};
}

/** The page of a chat, to which the notifications of its deal link. */
export function chatPath({ itemId, buyerId }: Room): string {
	return PAGES.chat.replace(':first', String(itemId)).replace(':second', String(buyerId));
}

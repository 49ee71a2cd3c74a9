import type { ChatSummary } from '#contract/chat/conversations.ts';
import type { listChats } from '#contract/chat/endpoints.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { STUDENT } from './account-replies.ts';

let lastId = 100;

/** A chat in the list of chats, by default one in which `STUDENT` is the buyer. */
export function listedChat(changes: Partial<ChatSummary> = {}): ChatSummary {
	lastId += 1;
	const { role = 'buyer', item = chatItem(), other = chatPartner() } = changes;
	const buyerId = role === 'buyer' ? STUDENT.id : other.id;
	return {
		roomId: formatRoomId({ itemId: item.id, buyerId }),
		role,
		item,
		other,
		lastMessage: {
			id: lastId,
			text: 'Is it still there?',
			photos: [],
			isOwn: false,
			createdAt: '2026-02-03T04:05:06.000Z',
		},
		unread: 0,
		isBlocked: false,
		...changes,
	};
}

/** The item of a chat. */
export function chatItem(changes: Partial<ChatSummary['item']> = {}): ChatSummary['item'] {
	lastId += 1;
	const onSale = { status: 'available', reservedUntil: null, isPriceFixed: false } as const;
	return { id: lastId, title: 'Drafter', price: 850, ...onSale, photo: null, ...changes };
}

/** The other person of a chat. */
export function chatPartner(changes: Partial<ChatSummary['other']> = {}): ChatSummary['other'] {
	lastId += 1;
	return { id: lastId, userName: 'Sameer', profilePicUrl: null, isVerified: false, ...changes };
}

/** The last page of the list of chats. */
export function chatPage(
	chats: readonly ChatSummary[],
	changes: Partial<SchemaInput<typeof listChats.reply>> = {},
): SchemaInput<typeof listChats.reply> {
	const countUnread = (role: ChatSummary['role']) =>
		chats.filter((chat) => chat.role === role && chat.unread > 0).length;
	return {
		success: true,
		chats: [...chats],
		nextCursor: null,
		unread: { buyer: countUnread('buyer'), seller: countUnread('seller') },
		...changes,
	};
}

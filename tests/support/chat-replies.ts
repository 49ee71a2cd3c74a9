import {
	type ChatSummary,
	chatSummary,
	chatItem as itemSchema,
	chatPerson as personSchema,
} from '#contract/chat/conversations.ts';
import { listChats } from '#contract/chat/endpoints.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { STUDENT } from './account-replies.ts';
import { sample } from './sample.ts';

type ChatPage = SchemaInput<typeof listChats.reply>;

let lastId = 100;

/** A chat in the list of chats, by default one in which `STUDENT` is the buyer. */
export function listedChat(changes: Partial<ChatSummary> = {}): ChatSummary {
	lastId += 1;
	const { role = 'buyer', item = chatItem(), other = chatPartner() } = changes;
	const buyerId = role === 'buyer' ? STUDENT.id : other.id;
	const roomId = formatRoomId({ itemId: item.id, buyerId });
	const chat = sample(chatSummary, { roomId, role, item, other });
	const lastMessage = { ...chat.lastMessage, id: lastId, text: 'Is it still there?' };
	return { ...chat, lastMessage, ...changes };
}

/** The item of a chat. */
export function chatItem(changes: Partial<ChatSummary['item']> = {}): ChatSummary['item'] {
	lastId += 1;
	return sample(itemSchema, { id: lastId, title: 'Drafter', price: 850, ...changes });
}

/** The other person of a chat. */
export function chatPartner(changes: Partial<ChatSummary['other']> = {}): ChatSummary['other'] {
	lastId += 1;
	return sample(personSchema, { id: lastId, userName: 'Sameer', ...changes });
}

/** The last page of the list of chats. */
export function chatPage(chats: readonly ChatSummary[], changes: Partial<ChatPage> = {}): ChatPage {
	const countUnread = (role: ChatSummary['role']) =>
		chats.filter((chat) => chat.role === role && chat.unread > 0).length;
	const unread = { buyer: countUnread('buyer'), seller: countUnread('seller') };
	return sample(listChats.reply, { chats: [...chats], unread, ...changes });
}

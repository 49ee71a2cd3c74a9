import * as z from 'zod/mini';
import { id, success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageSize } from '#contract/core/paging.ts';
import { ITEM_STATUSES } from '#contract/items/facts.ts';
import { photo } from '#contract/photos/schema.ts';
import { chatMessage, readPositions } from './events.ts';
import { CHAT_LIMITS, CHAT_MESSAGES, CHAT_ROLES } from './facts.ts';

/** A message id in the query string. */
const messageCursor = z.optional(
	z.pipe(
		z.string(CHAT_MESSAGES.badCursor).check(z.regex(/^[1-9]\d{0,14}$/, CHAT_MESSAGES.badCursor)),
		z.transform(Number),
	),
);

/** The two ids may come in either order: users and items share one sequence. */
export const conversationParams = z.object({ itemId: id, buyerId: id });

/** Without `before` the whole conversation is returned; with `before`, the page that ends just before that message. */
export const conversationQuery = z.object({
	before: messageCursor,
	limit: pageSize(CHAT_LIMITS.historyPage),
});
export const conversation = z.array(chatMessage);

export const getConversation = endpoint({
	method: 'GET',
	path: '/chat/conversation/:itemId/:buyerId',
	summary:
		'Returns the messages of a chat, oldest first: all of them, or the page before a message.',
	auth: 'user',
	params: conversationParams,
	query: conversationQuery,
	reply: conversation,
});

export const itemChatsParams = z.object({ itemId: id });

/** One entry per buyer, the most recent message first. */
export const itemChats = z.array(
	z.object({
		/** Id of the buyer. */
		userId: z.int(),
		/** Id of the seller; the specification spells the name like this. */
		recieverId: z.int(),
		userName: z.string(),
		lastMessageAt: z.iso.datetime(),
		unread: z.int(),
		/** Text of the newest message, of either side; not in the specification. */
		lastMessage: z.string(),
		profilePicUrl: z.nullable(z.string()),
		isVerified: z.boolean(),
		/** Whether the seller has blocked this buyer. */
		isBlocked: z.boolean(),
	}),
);
export type ItemChat = z.infer<typeof itemChats>[number];

export const getItemChats = endpoint({
	method: 'GET',
	path: '/chat/item-chats/:itemId',
	summary: 'Lists the buyers who wrote about an item; for its seller only.',
	auth: 'user',
	params: itemChatsParams,
	reply: itemChats,
});

export const countItemChats = endpoint({
	method: 'GET',
	path: '/chat/item-chats/:itemId/count',
	summary:
		'Counts the buyers who wrote about an item, and those with unread messages; for its seller only.',
	auth: 'user',
	params: itemChatsParams,
	reply: z.object({ success, buyers: z.int(), unread: z.int() }),
});

const chatPerson = z.object({
	id: z.int(),
	userName: z.string(),
	profilePicUrl: z.nullable(z.string()),
	isVerified: z.boolean(),
});

const chatItem = z.object({
	id: z.int(),
	title: z.string(),
	/** Rupees. */
	price: z.number(),
	/** `banned` stands for every item that is no longer public. */
	status: z.enum(ITEM_STATUSES),
	/** The cover; null if the photos are deleted or visible to the seller only. */
	photo: z.nullable(photo),
});

/** The header of a chat page, found by the two ids in its path, in either order. */
export const getChat = endpoint({
	method: 'GET',
	path: '/chat/open/:first/:second',
	summary:
		'Returns the chat of an item and a user, ids in either order: its item, the other participant and my role.',
	auth: 'user',
	params: z.object({ first: id, second: id }),
	reply: z.object({
		success,
		chat: z.object({
			/** Null if a seller has not chosen a buyer. */
			roomId: z.nullable(z.string()),
			role: z.enum(CHAT_ROLES),
			item: chatItem,
			/** Null if a seller has not chosen a buyer. */
			other: z.nullable(chatPerson),
			/** Whether I have blocked the other participant; never whether they blocked me. */
			isBlocked: z.boolean(),
			/** Why no message can be sent; null if one can. */
			closed: z.nullable(z.string()),
			/** As in `room-joined`; a closed chat cannot be joined. */
			...readPositions,
		}),
	}),
});
export type ChatDetails = z.infer<typeof getChat.reply>['chat'];

const chatSummary = z.object({
	roomId: z.string(),
	role: z.enum(CHAT_ROLES),
	item: chatItem,
	other: chatPerson,
	lastMessage: z.object({
		id: z.int(),
		text: z.string(),
		isOwn: z.boolean(),
		createdAt: z.iso.datetime(),
	}),
	unread: z.int(),
	/** Whether I have blocked the other participant; never whether they blocked me. */
	isBlocked: z.boolean(),
});
export type ChatSummary = z.infer<typeof chatSummary>;

export const listChats = endpoint({
	method: 'GET',
	path: '/chats',
	summary: 'Lists my chats, the newest message first; nextCursor leads to the next page.',
	auth: 'user',
	query: z.object({
		/** My role; both by default. */
		role: z.optional(z.enum(CHAT_ROLES, CHAT_MESSAGES.missingParameters)),
		limit: pageSize(30),
		/** `lastMessage.id` of the last chat of the page before. */
		cursor: messageCursor,
	}),
	reply: z.object({
		success,
		chats: z.array(chatSummary),
		nextCursor: z.nullable(z.string()),
		/** Number of chats with unread messages, by my role. */
		unread: z.object({ buyer: z.int(), seller: z.int() }),
	}),
});

import * as z from 'zod/mini';
import { id, success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageSize } from '#contract/core/paging.ts';
import { ITEM_STATUSES } from '#contract/items/facts.ts';
import { photo } from '#contract/photos/schema.ts';
import { chatMessage, readPositions } from './events.ts';
import { CHAT_LIMITS, CHAT_MESSAGES, CHAT_ROLES } from './facts.ts';

/** The id of a message, as it stands in an address. */
const messageCursor = z.optional(
	z.pipe(
		z.string(CHAT_MESSAGES.badCursor).check(z.regex(/^[1-9]\d{0,14}$/, CHAT_MESSAGES.badCursor)),
		z.transform(Number),
	),
);

/** The two numbers may come in either order: users and items share one sequence. */
export const conversationParams = z.object({ itemId: id, buyerId: id });

/** Without `before` the whole conversation is sent; with it, the page that ends just before that message. */
export const conversationQuery = z.object({
	before: messageCursor,
	limit: pageSize(CHAT_LIMITS.historyPage),
});
export const conversation = z.array(chatMessage);

export const getConversation = endpoint({
	method: 'GET',
	path: '/chat/conversation/:itemId/:buyerId',
	summary: 'Messages of a chat, oldest first: all, or the page before one of them.',
	auth: 'user',
	params: conversationParams,
	query: conversationQuery,
	reply: conversation,
});

export const itemChatsParams = z.object({ itemId: id });

/** One entry per buyer, who wrote last first. */
export const itemChats = z.array(
	z.object({
		/** The buyer. */
		userId: z.int(),
		/** The seller, spelt as the documents spell it. */
		recieverId: z.int(),
		userName: z.string(),
		lastMessageAt: z.iso.datetime(),
		unread: z.int(),
		/** Ours: the last words, whoever's. */
		lastMessage: z.string(),
		profilePicUrl: z.nullable(z.string()),
		isVerified: z.boolean(),
		/** Whether the seller has blocked them. */
		isBlocked: z.boolean(),
	}),
);
export type ItemChat = z.infer<typeof itemChats>[number];

export const getItemChats = endpoint({
	method: 'GET',
	path: '/chat/item-chats/:itemId',
	summary: 'Who has written about an item; for its seller alone.',
	auth: 'user',
	params: itemChatsParams,
	reply: itemChats,
});

export const countItemChats = endpoint({
	method: 'GET',
	path: '/chat/item-chats/:itemId/count',
	summary:
		'How many buyers have written about an item, and how many of them something unread; for its seller alone.',
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
	/** `banned` is whatever the public does not find any more. */
	status: z.enum(ITEM_STATUSES),
	/** The cover; null once the photos are gone, or shown to nobody but the seller. */
	photo: z.nullable(photo),
});

/** What stands above a conversation, worked out from the two numbers of a chat's address in either order. */
export const getChat = endpoint({
	method: 'GET',
	path: '/chat/open/:first/:second',
	summary:
		'The chat that two numbers name, in either order: its item, the other side, and what one is in it.',
	auth: 'user',
	params: z.object({ first: id, second: id }),
	reply: z.object({
		success,
		chat: z.object({
			/** Null for a seller who has chosen no buyer. */
			roomId: z.nullable(z.string()),
			role: z.enum(CHAT_ROLES),
			item: chatItem,
			/** Null for a seller who has chosen no buyer. */
			other: z.nullable(chatPerson),
			/** Whether one has blocked the other; never whether one is blocked. */
			isBlocked: z.boolean(),
			/** Why no message can be sent; null where one can. */
			closed: z.nullable(z.string()),
			/** As joining tells it, for a chat that nobody joins any more. */
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
	/** Whether one has blocked the other; never whether one is blocked. */
	isBlocked: z.boolean(),
});
export type ChatSummary = z.infer<typeof chatSummary>;

export const listChats = endpoint({
	method: 'GET',
	path: '/chats',
	summary: 'My chats, the newest message first; follow nextCursor for the next page.',
	auth: 'user',
	query: z.object({
		/** Both sides unless said. */
		role: z.optional(z.enum(CHAT_ROLES, CHAT_MESSAGES.missingParameters)),
		limit: pageSize(30),
		/** The id of a last message. */
		cursor: messageCursor,
	}),
	reply: z.object({
		success,
		chats: z.array(chatSummary),
		nextCursor: z.nullable(z.string()),
		/** Chats with something unread, by what one is in them. */
		unread: z.object({ buyer: z.int(), seller: z.int() }),
	}),
});

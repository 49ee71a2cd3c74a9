import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageSize } from '#contract/core/paging.ts';
import { byId, id, messageReply, success } from '#contract/core/schemas.ts';
import {
	chatItem,
	chatPerson,
	chatSummary,
	conversation,
	conversationParams,
	conversationQuery,
	itemChats,
	itemChatsParams,
	messageCursor,
} from './conversations.ts';
import { CHAT_ERRORS } from './errors.ts';
import { readPositions } from './events.ts';
import { CHAT_ROLES } from './facts.ts';
import { uploadedChatPhoto } from './photos.ts';

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
			/**
			 * Set for a seller while the buyer has neither written nor made a step of a deal, so that there is no deal yet.
			 */
			isNotBegun: z.optional(z.literal(true)),
			/** As in the event `room-joined`, which is not sent for a closed chat. */
			...readPositions,
		}),
	}),
});

export type ChatDetails = z.infer<typeof getChat.reply>['chat'];

export const listChats = endpoint({
	method: 'GET',
	path: '/chats',
	summary: 'Lists my chats, the newest message first; nextCursor leads to the next page.',
	auth: 'user',
	query: z.object({
		/** My role; both by default. */
		role: z.optional(z.enum(CHAT_ROLES, CHAT_ERRORS.missingParameters.message)),
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

export const uploadChatPhotos = endpoint({
	method: 'POST',
	path: '/chat/photos',
	summary: 'Uploads photos for a message: `send-message` accepts their ids within a day.',
	auth: 'user',
	limit: 'posting',
	status: 201,
	files: 'images',
	skipsInvalidation: true,
	reply: z.object({ success, photos: z.array(uploadedChatPhoto) }),
});

export const blockPerson = endpoint({
	method: 'PUT',
	path: '/people/:id/block',
	summary:
		'Blocks a user without notifying them: from now on no messages are delivered in either direction.',
	auth: 'user',
	params: byId,
	reply: messageReply,
});

export const unblockPerson = endpoint({
	method: 'DELETE',
	path: '/people/:id/block',
	summary: 'Unblocks a user.',
	auth: 'user',
	params: byId,
	reply: messageReply,
});

export const listBlocked = endpoint({
	method: 'GET',
	path: '/account/blocked',
	summary: 'Lists the users that I have blocked, the latest first.',
	auth: 'user',
	reply: z.object({
		success,
		people: z.array(z.object({ id: z.int(), userName: z.string(), blockedAt: z.iso.datetime() })),
	}),
});

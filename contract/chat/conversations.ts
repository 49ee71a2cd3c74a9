import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { pageSize } from '#contract/core/paging.ts';
import { id } from '#contract/core/schemas.ts';
import { dealEvent } from '#contract/deals/events.ts';
import { ITEM_STATUSES } from '#contract/items/facts.ts';
import { reservedUntil } from '#contract/items/schemas.ts';
import { photo } from '#contract/photos/schemas.ts';
import { chatMessage } from './events.ts';
import { CHAT_LIMITS, CHAT_ROLES } from './facts.ts';
import { messagePhotos } from './photos.ts';

/** A message id in the query string. */
export const messageCursor = z.optional(
	z.pipe(
		z
			.string(CHAT_ERRORS.badCursor.message)
			.check(z.regex(/^[1-9]\d{0,14}$/, CHAT_ERRORS.badCursor.message)),
		z.transform(Number),
	),
);

/** The two ids may come in either order: users and items share one sequence, so that no id is in both. */
export const conversationParams = z.object({ itemId: id, buyerId: id });

/** Without `before` the whole conversation is returned; with `before`, the page that ends just before that message. */
export const conversationQuery = z.object({
	before: messageCursor,
	limit: pageSize(CHAT_LIMITS.historyPage),
});
export const conversation = z.array(chatMessage);

export const itemChatsParams = z.object({ itemId: id });

/** One entry per buyer, the most recent message first. */
export const itemChats = z.array(
	z.object({
		/** Id of the buyer. */
		userId: z.int(),
		/** Id of the seller; clients rely on this spelling. */
		recieverId: z.int(),
		userName: z.string(),
		lastMessageAt: z.iso.datetime(),
		unread: z.int(),
		/** Text of the newest message, of either side. */
		lastMessage: z.string(),
		/** Whether the newest message has photos only. */
		isLastMessageWithoutWords: z.boolean(),
		/**
		 * Set if the newest message reports a step of a deal. `lastMessage` addresses the buyer, so pages build a text of
		 * their own from the event.
		 */
		lastStep: z.optional(z.object({ event: dealEvent, isOwn: z.boolean() })),
		profilePicUrl: z.nullable(z.string()),
		isVerified: z.boolean(),
		/** Whether the seller has blocked this buyer. */
		isBlocked: z.boolean(),
	}),
);
export type ItemChat = z.infer<typeof itemChats>[number];

export const chatPerson = z.object({
	id: z.int(),
	userName: z.string(),
	profilePicUrl: z.nullable(z.string()),
	isVerified: z.boolean(),
});

export const chatItem = z.object({
	id: z.int(),
	title: z.string(),
	/** Rupees. */
	price: z.number(),
	/** `banned` stands for every item that is no longer public. */
	status: z.enum(ITEM_STATUSES),
	reservedUntil,
	/** The seller takes no offers. */
	isPriceFixed: z.boolean(),
	/** The cover; null if the photos are deleted or visible to the seller only. */
	photo: z.nullable(photo),
});

/** A chat in the list of all chats. */
export const chatSummary = z.object({
	roomId: z.string(),
	role: z.enum(CHAT_ROLES),
	item: chatItem,
	other: chatPerson,
	lastMessage: z.object({
		id: z.int(),
		text: z.string(),
		...messagePhotos,
		isOwn: z.boolean(),
		createdAt: z.iso.datetime(),
		/**
		 * Set if the message reports a step of a deal. `text` addresses the buyer, so pages build their own from the event.
		 */
		event: z.optional(dealEvent),
	}),
	unread: z.int(),
	/** Whether I have blocked the other participant; never whether they blocked me. */
	isBlocked: z.boolean(),
});
export type ChatSummary = z.infer<typeof chatSummary>;

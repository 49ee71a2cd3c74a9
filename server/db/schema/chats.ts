import { sql } from 'drizzle-orm';
import {
	bigint,
	boolean,
	check,
	foreignKey,
	index,
	integer,
	pgTable,
	primaryKey,
	text,
	timestamp,
	unique,
	uuid,
} from 'drizzle-orm/pg-core';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { isWithin } from './checks.ts';
import { items } from './items.ts';
import { users } from './users.ts';

/** An item and one buyer who has written about it; it begins with the buyer's first message. */
export const conversations = pgTable(
	'conversations',
	{
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
		buyerId: integer('buyer_id')
			.notNull()
			.references(() => users.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.itemId, table.buyerId] }),
		index('conversations_buyer_id_idx').on(table.buyerId),
		index('conversations_created_at_idx').on(table.createdAt),
	],
);

/** The order of messages is that of their numbers. */
export const messages = pgTable(
	'messages',
	{
		id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		itemId: integer('item_id').notNull(),
		buyerId: integer('buyer_id').notNull(),
		senderId: integer('sender_id').notNull(),
		/** Null once its writer's account is erased. */
		body: text(),
		/** Made by the sender's page, so that a message that is sent again is stored once. */
		clientId: uuid('client_id'),
		/** Sent while one had blocked the other: nobody but the sender sees it, ever. */
		isWithheld: boolean('is_withheld').notNull().default(false),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		// One look-up for each message: its sender is a side of its conversation, and so is somebody, in one that there is.
		foreignKey({
			name: 'messages_participants_fk',
			columns: [table.itemId, table.buyerId, table.senderId],
			foreignColumns: [participants.itemId, participants.buyerId, participants.userId],
		}),
		index('messages_conversation_idx').on(table.itemId, table.buyerId, table.id),
		// Of the few that there are: whoever reads a chat is told which of the other side's they will never see.
		index('messages_withheld_idx')
			.on(table.itemId, table.buyerId, table.id)
			.where(sql`${table.isWithheld}`),
		unique('messages_client_id_key').on(
			table.itemId,
			table.buyerId,
			table.senderId,
			table.clientId,
		),
		check(
			'messages_body_length',
			isWithin(sql`char_length(${table.body})`, 1, CHAT_LIMITS.textMax),
		),
	],
);

/** One side of a conversation. Numbers of messages say how far it has come; 0 is before the first. */
export const participants = pgTable(
	'participants',
	{
		itemId: integer('item_id').notNull(),
		buyerId: integer('buyer_id').notNull(),
		/** The buyer or the item's seller. */
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		/** The newest message that this person can see; 0 where others' are withheld and none is their own. */
		lastMessageId: bigint('last_message_id', { mode: 'number' }).notNull().default(0),
		/** The newest one from the other side that this person can see. */
		lastReceivedId: bigint('last_received_id', { mode: 'number' }).notNull().default(0),
		deliveredId: bigint('delivered_id', { mode: 'number' }).notNull().default(0),
		readId: bigint('read_id', { mode: 'number' }).notNull().default(0),
		/** Where both stood when one of the two blocked the other: what the other side is told for as long as that lasts. */
		toldDeliveredId: bigint('told_delivered_id', { mode: 'number' }).notNull().default(0),
		toldReadId: bigint('told_read_id', { mode: 'number' }).notNull().default(0),
		/** Marked as read in the notification centre, which tells the other side nothing. */
		noticedId: bigint('noticed_id', { mode: 'number' }).notNull().default(0),
		/** Told of by mail, or known without one. */
		mailedId: bigint('mailed_id', { mode: 'number' }).notNull().default(0),
		/** When the last mail told of this chat. */
		mailedAt: timestamp('mailed_at', { withTimezone: true }),
	},
	(table) => [
		primaryKey({ columns: [table.itemId, table.buyerId, table.userId] }),
		foreignKey({
			columns: [table.itemId, table.buyerId],
			foreignColumns: [conversations.itemId, conversations.buyerId],
		}),
		// Of nothing that a message changes: it then changes the row where it is (heap-only), and no index at all.
		index('participants_user_id_idx').on(table.userId),
	],
);

/** Who does not want to hear of whom. Its effect is mutual. */
export const blocks = pgTable(
	'blocks',
	{
		blockerId: integer('blocker_id')
			.notNull()
			.references(() => users.id),
		blockedId: integer('blocked_id')
			.notNull()
			.references(() => users.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.blockerId, table.blockedId] }),
		index('blocks_blocked_id_idx').on(table.blockedId),
		check('blocks_not_oneself', sql`${table.blockerId} <> ${table.blockedId}`),
	],
);

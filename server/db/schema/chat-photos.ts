import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import {
	bigint,
	check,
	index,
	integer,
	pgTable,
	smallint,
	sql,
	text,
	timestamp,
	unique,
} from '../drizzle.ts';
import { messages } from './chats.ts';
import { isWithin } from './checks.ts';
import { photos } from './photos.ts';
import { users } from './users.ts';

/** Photos of chats: uploaded first, then part of one message. */
export const chatPhotos = pgTable(
	'chat_photos',
	{
		id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		senderId: integer('sender_id')
			.notNull()
			.references(() => users.id),
		photoHash: text('photo_hash')
			.notNull()
			.references(() => photos.hash),
		/** Null until the photo is sent. */
		messageId: bigint('message_id', { mode: 'number' }).references(() => messages.id),
		/** Place among the photos of the message, from 0. */
		position: smallint(),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		unique('chat_photos_position_key').on(table.messageId, table.position),
		check(
			'chat_photos_position',
			sql`(${table.messageId} is null) = (${table.position} is null) and ${isWithin(sql`coalesce(${table.position}, 0)`, 0, CHAT_LIMITS.photosMax - 1)}`,
		),
		// A person's photos of the last day are counted, and those of an erased person are deleted.
		index('chat_photos_sender_idx').on(table.senderId, table.createdAt),
		index('chat_photos_hash_idx').on(table.photoHash),
		// Few rows: photos that were never sent are deleted after a day.
		index('chat_photos_unsent_idx').on(table.createdAt).where(sql`${table.messageId} is null`),
	],
);

import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { items } from './items.ts';
import { photos } from './photos.ts';
import { users } from './users.ts';

/** A photo uploaded before its item was posted. No other row refers to the photo yet. */
export const pendingPhotos = pgTable(
	'photo_uploads',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		photoHash: text('photo_hash')
			.notNull()
			.references(() => photos.hash),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.photoHash] }),
		index('photo_uploads_hash_idx').on(table.photoHash),
		index('photo_uploads_created_at_idx').on(table.createdAt),
	],
);

/** The item created for an idempotency key, so that a repeated request creates no second item. */
export const idempotencyKeys = pgTable(
	'idempotency_keys',
	{
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		key: uuid().notNull(),
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.key] }),
		index('idempotency_keys_item_id_idx').on(table.itemId),
		index('idempotency_keys_created_at_idx').on(table.createdAt),
	],
);

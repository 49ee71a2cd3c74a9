import { index, integer, pgTable, primaryKey, text, timestamp } from '../drizzle.ts';
import { photos } from './photos.ts';
import { users } from './users.ts';

/** A photo uploaded in the item form before the form was sent. Usually no other row refers to the photo yet. */
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

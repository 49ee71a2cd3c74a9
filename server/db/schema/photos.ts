import { integer, pgTable, text, timestamp } from '../drizzle.ts';

/** One row per stored photo, identified by its content; its sizes are files in the photo store. */
export const photos = pgTable('photos', {
	/** SHA-256 of the largest size's bytes, in hex. */
	hash: text().primaryKey(),
	/** Pixels of the largest size. */
	width: integer().notNull(),
	height: integer().notNull(),
	/** ThumbHash in base64. */
	thumbhash: text().notNull(),
	createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

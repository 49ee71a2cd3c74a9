import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import {
	check,
	index,
	integer,
	numeric,
	pgTable,
	primaryKey,
	type SQL,
	type SQLWrapper,
	sql,
	text,
	timestamp,
	uniqueIndex,
	uuid,
} from '../drizzle.ts';
import { categories, subjects } from './catalogue.ts';
import { isWithin } from './checks.ts';
import { items } from './items.ts';
import { users } from './users.ts';

type WantedStateColumns = Record<'foundAt' | 'removedAt' | 'deletedAt', SQLWrapper>;

/** Predicate of partial indexes: a query uses the index only with exactly this predicate. Includes expired posts. */
export const isOpen = ({ foundAt, removedAt, deletedAt }: WantedStateColumns) =>
	sql`${foundAt} is null and ${removedAt} is null and ${deletedAt} is null`;
/** Expression of an index: a query uses the index only with exactly this expression. */
export const searchTextOfWanted = (of: Record<'title' | 'note', SQLWrapper>) =>
	sql`normalize(lower(${of.title} || E'\\n' || coalesce(${of.note}, '')))`;

/** Posts of users about things that they look for. */
export const wantedPosts = pgTable(
	'wanted_posts',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		title: text().notNull(),
		/**
		 * The title in the form in which titles are compared. Our SQL function `spelling_of_words` keeps Latin letters and
		 * digits only, and transliterates Devanagari by sound.
		 */
		spelling: text()
			.notNull()
			.generatedAlwaysAs((): SQL => sql`spelling_of_words(${wantedPosts.title})`),
		note: text(),
		/** Null for any category, and after the category was deleted. */
		category: text().references(() => categories.name, {
			onUpdate: 'cascade',
			onDelete: 'set null',
		}),
		/** Rupees. */
		maxPrice: numeric('max_price', { precision: 8, scale: 2, mode: 'number' }),
		subject: text().references(() => subjects.code, {
			onUpdate: 'cascade',
			onDelete: 'set null',
		}),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
		expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
		/** Key of the request that created the post. Repeated after a lost reply, the request creates no second post. */
		idempotencyKey: uuid('idempotency_key'),
		/** When the asker was notified that the post ends soon; null again after a renewal. */
		endingNotifiedAt: timestamp('ending_notified_at', { withTimezone: true }),
		foundAt: timestamp('found_at', { withTimezone: true }),
		/** When an administrator removed it. */
		removedAt: timestamp('removed_at', { withTimezone: true }),
		/** As the administrator wrote it; the asker reads it. */
		removalReason: text('removal_reason'),
		deletedAt: timestamp('deleted_at', { withTimezone: true }),
	},
	(table) => {
		const open = isOpen(table);
		return [
			index('wanted_posts_user_idx').on(table.userId, table.id),
			uniqueIndex('wanted_posts_idempotency_key').on(table.userId, table.idempotencyKey),
			index('wanted_posts_newest_idx').on(table.id).where(open),
			index('wanted_posts_expires_idx').on(table.expiresAt).where(open),
			index('wanted_posts_category_idx').on(table.category, table.id),
			index('wanted_posts_subject_idx').on(table.subject, table.id),
			index('wanted_posts_spelling_idx')
				.using('gin', table.spelling.op('gin_trgm_ops'))
				.where(open),
			// The back-office also searches posts that are over.
			index('wanted_posts_words_idx')
				.using('gin', sql`${searchTextOfWanted(table)} gin_trgm_ops`)
				.where(sql`${table.deletedAt} is null`),
			// The text of a deleted post may be erased.
			check(
				'wanted_posts_title_length',
				sql`${table.deletedAt} is not null or ${isWithin(sql`char_length(${table.title})`, WANTED_LIMITS.titleMin, WANTED_LIMITS.titleMax)}`,
			),
			check(
				'wanted_posts_note_length',
				isWithin(sql`char_length(${table.note})`, 1, WANTED_LIMITS.noteMax),
			),
			check(
				'wanted_posts_max_price_range',
				isWithin(table.maxPrice, ITEM_LIMITS.priceMin, ITEM_LIMITS.priceMax),
			),
			check(
				'wanted_posts_removal_reason',
				sql`${table.removalReason} is null or ${table.removedAt} is not null`,
			),
		];
	},
);

/** Items that their sellers offered in answer to a wanted post. */
export const wantedAnswers = pgTable(
	'wanted_answers',
	{
		wantedId: integer('wanted_id')
			.notNull()
			.references(() => wantedPosts.id),
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
		sellerId: integer('seller_id')
			.notNull()
			.references(() => users.id),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.wantedId, table.itemId] }),
		index('wanted_answers_item_id_idx').on(table.itemId),
		index('wanted_answers_seller_idx').on(table.sellerId, table.createdAt),
	],
);

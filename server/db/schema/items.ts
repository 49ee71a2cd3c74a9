import type { Details } from '#contract/catalogue/details.ts';
import { CONDITIONS, type Condition, ITEM_LIMITS } from '#contract/items/facts.ts';
import type { ItemFieldName } from '#contract/items/schemas.ts';
import {
	type AnyPgColumn,
	boolean,
	check,
	customType,
	index,
	integer,
	jsonb,
	numeric,
	pgTable,
	primaryKey,
	type SQL,
	type SQLWrapper,
	smallint,
	sql,
	text,
	timestamp,
} from '../drizzle.ts';
import { categories } from './catalogue.ts';
import { isOneOf, isWithin } from './checks.ts';
import { photos } from './photos.ts';
import { nextId } from './sequence.ts';
import { users } from './users.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

type ItemStateColumns = Record<'soldAt' | 'bannedAt' | 'deletedAt', SQLWrapper>;

/**
 * Predicates of partial indexes: a query uses the index only with exactly this predicate. Items of banned sellers are
 * included.
 */
export const isOnSale = ({ soldAt, bannedAt, deletedAt }: ItemStateColumns) =>
	sql`${soldAt} is null and ${bannedAt} is null and ${deletedAt} is null`;
export const isSold = ({ soldAt, bannedAt, deletedAt }: ItemStateColumns) =>
	sql`${soldAt} is not null and ${bannedAt} is null and ${deletedAt} is null`;
export const isBanned = ({ bannedAt, deletedAt }: ItemStateColumns) =>
	sql`${bannedAt} is not null and ${deletedAt} is null`;
export const isOffSale = ({ soldAt, bannedAt, deletedAt }: ItemStateColumns) =>
	sql`(${soldAt} is not null or ${bannedAt} is not null) and ${deletedAt} is null`;
/** How long after a deletion or removal an item can be put back; then its photos are deleted. */
const KEPT_PERIOD = sql.raw(`interval '${ITEM_LIMITS.keptDays} days'`);
/** Deleted by an administrator or removed by its owner, and can still be put back. */
export const isKept = ({ deletedAt }: Pick<ItemStateColumns, 'deletedAt'>) =>
	sql<boolean>`${deletedAt} > now() - ${KEPT_PERIOD}`;
/** Removed by its owner, and can still be put back. Never null. */
export const isRemoved = (item: Record<'removedAt' | 'deletedAt', SQLWrapper>) =>
	sql<boolean>`(${item.deletedAt} is not null and ${item.removedAt} is not distinct from ${item.deletedAt} and ${isKept(item)})`;
/** Items that refer to subjects of the catalogue. */
export const hasSubjects = ({
	subjects,
	deletedAt,
}: Record<'subjects' | 'deletedAt', SQLWrapper>) =>
	sql`${subjects} <> '{}' and ${deletedAt} is null`;

/** Items that users sell or give away. */
export const items = pgTable(
	'items',
	{
		id: integer().primaryKey().default(nextId),
		sellerId: integer('seller_id')
			.notNull()
			.references(() => users.id),
		title: text().notNull(),
		description: text().notNull(),
		/** Rupees; 0 if it is free. */
		price: numeric({ precision: 8, scale: 2, mode: 'number' }).notNull(),
		category: text()
			.notNull()
			.references(() => categories.name, { onUpdate: 'cascade' }),
		condition: text().$type<Condition>(),
		/** The values of the category's own fields, by the fields' keys. */
		details: jsonb().$type<Details>().notNull().default({}),
		/** Codes of subjects, in the seller's order. */
		subjects: text().array().notNull().default([]),
		/** The seller takes no offers. */
		isPriceFixed: boolean('is_price_fixed').notNull().default(false),
		/**
		 * The end of the current reservation or turn, and of the turn that would follow it. `reservationEnd`
		 * (contract/items/reservation.ts) says from both until when the item is reserved. Only the deals write them.
		 */
		reservedUntil: timestamp('reserved_until', { withTimezone: true }),
		nextTurnUntil: timestamp('next_turn_until', { withTimezone: true }),
		/** When an administrator last put the item back on sale; null if never. A trigger sets it (`row-changes.ts`). */
		relistedAt: timestamp('relisted_at', { withTimezone: true }),
		/** The price in rupees at which the item was sold, as the seller said; null if the seller did not say. */
		soldPrice: numeric('sold_price', { precision: 8, scale: 2, mode: 'number' }),
		soldAt: timestamp('sold_at', { withTimezone: true }),
		bannedAt: timestamp('banned_at', { withTimezone: true }),
		banReason: text('ban_reason'),
		/** Since when an administrator's deletion or the owner's removal hides the item from everybody else. */
		deletedAt: timestamp('deleted_at', { withTimezone: true }),
		/**
		 * When its owner removed it. `deletedAt` is the same time, unless an administrator deleted it afterwards. Null if the
		 * owner has not removed it, or has put it back.
		 */
		removedAt: timestamp('removed_at', { withTimezone: true }),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
		/**
		 * What a search compares: title, description, details and subjects. Set by triggers (migration
		 * 0026).
		 */
		search: tsvector(),
	},
	(table) => {
		const [onSale, sold] = [isOnSale(table), isSold(table)];
		const [banned, offSale] = [isBanned(table), isOffSale(table)];
		return [
			index('items_seller_idx').on(table.sellerId, table.id),
			index('items_created_at_idx').on(table.createdAt).where(sql`${table.deletedAt} is null`),
			index('items_sold_at_idx')
				.on(table.soldAt)
				.where(sql`${table.soldAt} is not null and ${table.deletedAt} is null`),
			index('items_deleted_at_idx').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
			// For changes of the catalogue: whether a category has items, and renaming it in its items.
			index('items_category_idx').on(table.category),
			// For changes of the catalogue: whether an item refers to a subject.
			index('items_subject_codes_idx').using('gin', table.subjects).where(hasSubjects(table)),
			index('items_newest_idx').on(table.id).where(onSale),
			index('items_category_newest_idx').on(table.category, table.id).where(onSale),
			index('items_price_idx').on(table.price, table.id).where(onSale),
			index('items_category_price_idx').on(table.category, table.price, table.id).where(onSale),
			index('items_name_idx').on(sql`lower(${table.title})`, table.id).where(onSale),
			index('items_category_name_idx')
				.on(table.category, sql`lower(${table.title})`, table.id)
				.where(onSale),
			index('items_filtered_idx')
				.using('gin', table.category, table.condition, table.subjects, table.search)
				.where(onSale),
			// Has every column that the counts of the filters need, so that PostgreSQL need not read the rows.
			index('items_facets_idx')
				.on(table.id, table.category, table.condition, table.price, table.sellerId, table.subjects)
				.where(onSale),
			// The back-office also searches items that are not on sale.
			index('items_sold_newest_idx').on(table.id).where(sold),
			index('items_sold_category_newest_idx').on(table.category, table.id).where(sold),
			index('items_sold_price_idx').on(table.price, table.id).where(sold),
			index('items_sold_category_price_idx').on(table.category, table.price, table.id).where(sold),
			// The price guide compares the newest sold items of a category, and all its sold items of a similar title or subject.
			index('items_sold_category_recent_idx').on(table.category, table.soldAt).where(sold),
			index('items_sold_alike_idx')
				.using(
					'gin',
					table.category,
					sql`title_spelling(${table.title}) gin_trgm_ops`,
					table.subjects,
				)
				.where(sold),
			index('items_banned_idx').on(table.id).where(banned),
			index('items_banned_price_idx').on(table.price, table.id).where(banned),
			index('items_found_off_sale_idx').using('gin', table.category, table.search).where(offSale),
			check(
				'items_removed',
				sql`${table.removedAt} is null or (${table.deletedAt} is not null and ${table.deletedAt} >= ${table.removedAt})`,
			),
			...fieldChecks(table),
		];
	},
);

/** Repeats the rules of the contract's schema for the fields (contract/items/schemas.ts). */
function fieldChecks(table: Record<ItemFieldName, AnyPgColumn>) {
	return [
		check(
			'items_title_length',
			isWithin(sql`char_length(${table.title})`, 1, ITEM_LIMITS.titleMax),
		),
		check(
			'items_description_length',
			isWithin(sql`char_length(${table.description})`, 1, ITEM_LIMITS.descriptionMax),
		),
		check(
			'items_price_range',
			sql`${table.price} = 0 or ${isWithin(table.price, ITEM_LIMITS.priceMin, ITEM_LIMITS.priceMax)}`,
		),
		check('items_condition', isOneOf(table.condition, CONDITIONS)),
		check('items_details', sql`jsonb_typeof(${table.details}) = 'object'`),
		check(
			'items_subjects',
			sql`cardinality(${table.subjects}) <= ${sql.raw(String(ITEM_LIMITS.subjectsMax))}`,
		),
	];
}

/**
 * The vocabulary of item titles, so that a misspelt word is compared with some thousand words instead of a million
 * titles. A trigger adds new words (migration 0001); a nightly job removes words of items no longer on sale.
 */
export const titleWords = pgTable(
	'title_words',
	{
		/** Normalised as in the search: lower case, without accents; sorted by bytes (migration 0001). */
		word: text().primaryKey(),
		/** `spelling_of` is our SQL function: Latin letters and digits only, Devanagari transliterated by sound. */
		spelling: text()
			.notNull()
			.generatedAlwaysAs((): SQL => sql`spelling_of(${titleWords.word})`),
	},
	(table) => [index('title_words_spelling_idx').using('gin', table.spelling.op('gin_trgm_ops'))],
);

/** An item's ordered photos; position 0 is the cover. */
export const itemPhotos = pgTable(
	'item_photos',
	{
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
		position: smallint().notNull(),
		photoHash: text('photo_hash')
			.notNull()
			.references(() => photos.hash),
	},
	(table) => [
		primaryKey({ columns: [table.itemId, table.position] }),
		index('item_photos_hash_idx').on(table.photoHash),
		check('item_photos_position', sql`${table.position} between 0 and 3`),
	],
);

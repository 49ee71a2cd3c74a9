import {
	FEEDBACK_CATEGORIES,
	FEEDBACK_LIMITS,
	FEEDBACK_STATUSES,
} from '#contract/feedback/facts.ts';
import {
	boolean,
	check,
	index,
	integer,
	pgTable,
	type SQLWrapper,
	smallint,
	sql,
	text,
	timestamp,
	uniqueIndex,
} from '../drizzle.ts';
import { admins } from './admins.ts';
import { isOneOf, isWithin } from './checks.ts';
import { users } from './users.ts';

/** Expressions of indexes: a query uses the index only with exactly this expression. */
export const isShown = ({ status, isPublic }: Record<'status' | 'isPublic', SQLWrapper>) =>
	sql`${status} = 'approved' and ${isPublic}`;
export const searchTextOfFeedback = (of: Record<'name' | 'email' | 'feedback', SQLWrapper>) =>
	sql`normalize(lower(${of.name} || E'\\n' || ${of.email} || E'\\n' || ${of.feedback}))`;

/** Feedback about the site, which administrators review before it is shown. */
export const feedback = pgTable(
	'feedback',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		/** The signed-in sender, if any. */
		userId: integer('user_id').references(() => users.id),
		name: text().notNull(),
		/** As the sender typed it, but in lower case; not confirmed. */
		email: text().notNull(),
		rating: smallint().notNull(),
		category: text().notNull(),
		feedback: text().notNull(),
		status: text().notNull().default('pending'),
		isPublic: boolean('is_public').notNull().default(false),
		isFeatured: boolean('is_featured').notNull().default(false),
		adminNotes: text('admin_notes'),
		reviewedBy: integer('reviewed_by').references(() => admins.id),
		reviewedAt: timestamp('reviewed_at', { withTimezone: true }),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
	},
	(table) => [
		// Pending feedback with the same text from the same person is stored once.
		uniqueIndex('feedback_once_key')
			.on(table.email, sql`md5(${table.feedback})`)
			.where(sql`${table.status} = 'pending'`),
		index('feedback_testimonials_idx').on(table.id).where(isShown(table)),
		index('feedback_status_idx').on(table.status, table.id),
		index('feedback_words_idx').using('gin', sql`${searchTextOfFeedback(table)} gin_trgm_ops`),
		index('feedback_user_id_idx').on(table.userId),
		index('feedback_email_idx').on(table.email),
		index('feedback_reviewed_by_idx').on(table.reviewedBy),
		check('feedback_rating', isWithin(table.rating, 1, FEEDBACK_LIMITS.ratingMax)),
		check('feedback_category', isOneOf(table.category, FEEDBACK_CATEGORIES)),
		check(
			'feedback_status',
			sql`${isOneOf(table.status, FEEDBACK_STATUSES)} and (${table.status} = 'pending') = (${table.reviewedAt} is null)`,
		),
		check(
			'feedback_shown',
			sql`${table.status} = 'approved' or not (${table.isPublic} or ${table.isFeatured})`,
		),
	],
);

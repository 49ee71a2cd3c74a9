/**
 * What a changed row sets off, in one place. A trigger either writes other rows in the same transaction, or reports the
 * change on a channel of NOTIFY, which every instance hears once the transaction commits; EFFECTS says what listens
 * there. So a change takes effect whatever made it: a request, a job, a command-line tool or another instance.
 *
 * For example, a ban: `users.banned_at` → users_change_deals → `deal_deadlines.due_at` → deal_deadlines_notified → channel
 * `deals` → settleDeals; and users_told_changed → channel `public_data` → dropKeptAnswers.
 *
 * tables.slow.test.ts compares both tables with the database and with the code.
 */

/** Channels of PostgreSQL's NOTIFY. */
export const CHANNELS = ['public_data', 'settings', 'catalogue', 'deals'] as const;
export type Channel = (typeof CHANNELS)[number];

interface Trigger {
	table: string;
	on: string;
	/** The columns whose change counts; undefined if any does. */
	columns?: readonly string[];
	notifies?: Channel;
	/** Columns that the trigger writes, as `table.column`. */
	writes?: readonly string[];
}

/** Every trigger of the database, by name. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = {
	// Public rows. The payload is `items`, with ids where they are few, `wanted` or `feedback`.
	items_told_new: { table: 'items', on: 'insert', notifies: 'public_data' },
	items_told_changed: { table: 'items', on: 'update', notifies: 'public_data' },
	items_told_gone: { table: 'items', on: 'delete', notifies: 'public_data' },
	item_photos_told_new: { table: 'item_photos', on: 'insert', notifies: 'public_data' },
	item_photos_told_changed: { table: 'item_photos', on: 'update', notifies: 'public_data' },
	item_photos_told_gone: { table: 'item_photos', on: 'delete', notifies: 'public_data' },
	// The seller is named beside each item, and listings filter by whether the seller is verified.
	users_told_changed: {
		table: 'users',
		on: 'update',
		columns: ['user_name', 'banned_at', 'deleted_at', 'verified_at'],
		notifies: 'public_data',
	},
	wanted_posts_notified: {
		table: 'wanted_posts',
		on: 'insert, update, delete',
		notifies: 'public_data',
	},
	wanted_answers_notified: {
		table: 'wanted_answers',
		on: 'insert, update, delete',
		notifies: 'public_data',
	},
	users_notified_wanted: {
		table: 'users',
		on: 'update',
		columns: ['user_name', 'picture_hash', 'verified_at', 'banned_at', 'deleted_at'],
		notifies: 'public_data',
	},
	feedback_told_new: { table: 'feedback', on: 'insert', notifies: 'public_data' },
	feedback_told_changed: { table: 'feedback', on: 'update, delete', notifies: 'public_data' },

	// Deals follow their item and its people: they become due, and `server/features/deals/commands.ts` ends what must end.
	items_change_deals: {
		table: 'items',
		on: 'update',
		columns: ['price', 'is_price_fixed', 'sold_at', 'banned_at', 'deleted_at'],
		writes: ['deal_deadlines.due_at'],
	},
	users_change_deals: {
		table: 'users',
		on: 'update',
		columns: ['banned_at', 'deleted_at'],
		writes: ['deal_deadlines.due_at'],
	},
	blocks_change_deals: { table: 'blocks', on: 'insert', writes: ['deal_deadlines.due_at'] },
	deal_deadlines_notified: {
		table: 'deal_deadlines',
		on: 'update',
		columns: ['due_at'],
		notifies: 'deals',
	},
	items_relisted: {
		table: 'items',
		on: 'update',
		columns: ['sold_at'],
		writes: ['items.relisted_at', 'items.sold_price'],
	},

	// What every instance has in memory.
	settings_announced: { table: 'settings', on: 'update', notifies: 'settings' },
	categories_notified: {
		table: 'categories',
		on: 'insert, update, delete',
		notifies: 'catalogue',
	},
	branches_notified: { table: 'branches', on: 'insert, update, delete', notifies: 'catalogue' },
	subjects_notified: { table: 'subjects', on: 'insert, update, delete', notifies: 'catalogue' },
	search_word_groups_notified: {
		table: 'search_word_groups',
		on: 'insert, update, delete',
		notifies: 'catalogue',
	},
	term_starts_notified: {
		table: 'term_starts',
		on: 'insert, update, delete',
		notifies: 'catalogue',
	},
	spots_notified: { table: 'spots', on: 'insert, update, delete', notifies: 'catalogue' },

	// Columns that the database computes.
	items_search_new: { table: 'items', on: 'insert', writes: ['items.search'] },
	items_search_changed: {
		table: 'items',
		on: 'update',
		columns: ['title', 'description', 'details', 'subjects'],
		writes: ['items.search'],
	},
	items_title_words: {
		table: 'items',
		on: 'insert, update',
		columns: ['title', 'sold_at', 'banned_at', 'deleted_at'],
		writes: ['title_words.word'],
	},
	reports_words: {
		table: 'reports',
		on: 'insert, update',
		columns: ['complaint'],
		writes: ['reports.words'],
	},
	// Setting `complaint` to its own value makes the trigger above run.
	users_report_words: {
		table: 'users',
		on: 'update',
		columns: ['user_name'],
		writes: ['reports.complaint'],
	},
	items_report_words: {
		table: 'items',
		on: 'update',
		columns: ['title'],
		writes: ['reports.complaint'],
	},
	categories_renamed: {
		table: 'categories',
		on: 'update',
		columns: ['name'],
		writes: ['saved_searches.category_name'],
	},
	settings_closed_at: { table: 'settings', on: 'update', writes: ['settings.closed_at'] },

	// For instances of an earlier version during an update.
	users_former_email_written: {
		table: 'users',
		on: 'update',
		columns: ['former_email'],
		writes: ['former_addresses.email'],
	},
	former_addresses_changed: {
		table: 'former_addresses',
		on: 'insert, delete',
		writes: ['users.former_email'],
	},

	// The audit log: entries are chained; changes and deletions are refused.
	audit_log_chained: {
		table: 'audit_log',
		on: 'insert',
		writes: ['audit_log.hash', 'audit_head.hash'],
	},
	audit_log_append_only: { table: 'audit_log', on: 'update, delete, truncate' },
};

/**
 * What a notification sets off in every instance, and the channel that it comes on. `DatabaseEvents.subscribe` takes the
 * name of an effect, so that no listener is missing here.
 */
export const EFFECTS = {
	/** Answers kept for everybody (`server/http/memo.ts`) are dropped. */
	dropKeptAnswers: 'public_data',
	/** Clients that show a changed item get its price and status (`server/features/items/socket.ts`). */
	publishWatchedItems: 'public_data',
	/** Items kept for listings are dropped when notifications were lost (`server/features/items/search/listing-page.ts`). */
	dropFoundItems: 'public_data',
	/**
	 * The maintenance switch is read again. If it has changed, kept answers are dropped, sockets are closed, and
	 * administrators' pages are told (`server/features/maintenance/routes.ts`).
	 */
	readSettings: 'settings',
	/**
	 * The catalogue is read again. If it has changed, kept answers are dropped, and saved searches are compiled again
	 * (`server/features/searches/jobs.ts`).
	 */
	readCatalogue: 'catalogue',
	/** Offers, reservations, turns and hand-overs of due items end (`server/features/deals/commands.ts`). */
	settleDeals: 'deals',
} as const satisfies Record<string, Channel>;

export type Effect = keyof typeof EFFECTS;

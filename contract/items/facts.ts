/** What a seller may say about an item's condition, from the best to the worst. */
export const CONDITIONS = ['new', 'like-new', 'good', 'fair', 'for-parts'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Each condition's name, and what it means. */
export const CONDITION_LABELS: Record<Condition, { name: string; meaning: string }> = {
	new: { name: 'New', meaning: 'never used' },
	'like-new': { name: 'Like new', meaning: 'no signs of use' },
	good: { name: 'Good', meaning: 'works, light marks' },
	fair: { name: 'Fair', meaning: 'works, visible wear' },
	'for-parts': { name: 'For parts', meaning: 'broken or incomplete' },
};

/** `best-match` is an order of searches; a listing without words has the newest items first instead. */
export const SORTS = ['newest', 'price-asc', 'price-desc', 'name', 'best-match'] as const;
export type Sort = (typeof SORTS)[number];

/** Limits of items and of their listings, for pages and server. */
export const ITEM_LIMITS = {
	titleMax: 255,
	descriptionMax: 255,
	/** Prices are in rupees. */
	priceMin: 0.01,
	priceMax: 999_999.99,
	priceStep: 0.01,
	subjectsMax: 3,
	/** Default `limit` of get-all-items and get-item-by-category. */
	listAllMax: 1000,
	pageDefault: 24,
	pageMax: 100,
	/** Items that one request can ask for by their ids. */
	byIdsMax: 24,
	/** Matches are counted up to this number; more are reported as '1000+'. */
	countLimit: 1000,
	/** Similar matches shown when a search finds nothing. */
	nearestMax: 8,
	/** Fewer similar items are not shown. */
	similarMin: 3,
	similarMax: 8,
	suggestionsMax: 8,
	featuredMax: 8,
	featuredSkeletons: 4,
	/** New items at the top of the home page, chosen from the newest `pinnedFrom`. */
	pinnedMax: 3,
	pinnedFrom: 16,
	/** How long a removed or deleted item can be put back, before its photos are deleted. */
	keptDays: 30,
	/** How long an item has the 'new' badge. */
	newBadgeMs: 24 * 3_600_000,
} as const;

/** Limits of the choices that the filters offer with a count. */
export const FACET_LIMITS = {
	/** If there are more matches, only this many of the newest are counted. */
	countedMax: 10_000,
	/** Choices of each filter. */
	choicesMax: 12,
} as const;

/**
 * Where each price band of the filters begins, in rupees; a band ends where the next one begins. The first has the free
 * items only. The second has the prices below one rupee: hardly anybody asks them, so that the others begin at a round
 * price. The bands do not follow the stock.
 */
export const PRICE_BAND_STARTS = [0, ITEM_LIMITS.priceMin, 1, 200, 500, 2000] as const;

/** A typed price in rupees with at most two decimals. */
export const PRICE_INPUT_PATTERN = /^(\d{1,7}(\.\d{0,2})?|\.\d{1,2})$/;

/** A number of any size without sign, exponent or grouping. */
export const UNSIGNED_DECIMAL_PATTERN = /^(\d+(\.\d*)?|\.\d+)$/;

export const ITEM_MESSAGES = {
	accessDenied: 'Access Denied',
	expectedJson: (received: string) => `Expected JSON, but received: ${received}`,
	addFailed: 'Failed to add item.',
	updateFailed: 'Failed to update item.',
	failed: 'Something went wrong. Please try again.',
	noConnection: 'Error connecting to server.',
	sellConfirmation:
		"This action can't be reversed without admin's request. Do you want to proceed?",
	sellCancelled: 'Action cancelled.',
	sellSucceeded: 'Action completed successfully!',
	added: 'Item added successfully.',
	updated: 'Item updated successfully.',
	sold: 'Item marked as sold.',
	removed: 'Item removed. You can put it back for 30 days.',
	putBack: 'The item is back.',
	removeQuestion:
		'Nobody sees it any more, and open offers and reservations end. You can put it back for 30 days.',
	linkCopied: 'Link copied. Paste it wherever you like.',
	notShared: 'The link could not be copied. You can copy it from the address bar.',
} as const;

/** Names of an item's fields in the back-office: labels of the details, column titles of exported files. */
export const ITEM_FIELD_LABELS = {
	title: 'Title',
	description: 'Description',
	price: 'Price (₹)',
	category: 'Category',
	condition: 'Condition',
	details: 'Details',
	subjects: 'Subjects',
	isPriceFixed: 'Price fixed',
} as const;

/** The fields that a seller may leave empty, in the order in which they are shown. */
export const OPTIONAL_ITEM_FIELDS = ['condition', 'isPriceFixed', 'details', 'subjects'] as const;

/** `removed` by its owner: sent to the owner, the back-office, and in chats that have begun. */
export const ITEM_STATUSES = ['available', 'sold', 'banned', 'removed'] as const;

export const CATEGORIES = [
	'Electronics',
	'Books',
	'PYQs',
	'Instruments',
	'Essentials',
	'OTHERS',
] as const;
export type Category = (typeof CATEGORIES)[number];
/** Tabs of the listing: All, then each category (spec 1 §2). */
export const LISTING_TABS = ['All', ...CATEGORIES] as const;

export const SORTS = ['newest', 'price-asc', 'price-desc', 'name'] as const;
export type Sort = (typeof SORTS)[number];

export const ITEM_LIMITS = {
	titleMax: 255,
	descriptionMax: 255,
	priceMin: 0.01,
	priceMax: 999_999.99,
	priceStep: 0.01,
	/** Default `limit` of get-all-items and get-item-by-category. */
	listAllMax: 1000,
	pageDefault: 24,
	pageMax: 100,
	/** Matches are counted up to this number; more are reported as '1000+'. */
	countLimit: 1000,
	/** Similar matches shown when a search finds nothing. */
	fuzzy: 8,
	similar: 8,
	suggestions: 8,
	featured: 8,
	featuredSkeletons: 4,
	/** Newest items at the top of the home page. */
	hero: 3,
	/** How long an item has the 'new' badge. */
	newBadgeMs: 24 * 3_600_000,
} as const;

/** A typed price in rupees with at most two decimals. */
export const PRICE_INPUT_PATTERN = /^(\d{1,7}(\.\d{0,2})?|\.\d{1,2})$/;

/** A number of any size without sign, exponent or grouping. */
export const UNSIGNED_DECIMAL_PATTERN = /^(\d+\.?\d*|\.\d+)$/;

export const ITEM_MESSAGES = {
	title: 'Title must be between 1 and 255 characters.',
	description: 'Description must be between 1 and 255 characters.',
	price: 'Price must be between ₹0.01 and ₹999,999.99',
	priceDecimals: 'Price can have at most two decimals.',
	editPrice: 'Please enter a valid price greater than ₹0.',
	category: 'Please select a valid category.',
	signInToAdd: 'Please log in to add an item.',
	signInToEdit: 'Please log in to edit this item.',
	signInToUpdate: 'Please log in to update this item.',
	notFound: 'Item not found.',
	notOwner: "You don't have permission to edit this item.",
	accessDenied: 'Access Denied',
	alreadySold: 'this product is sold',
	notEditable: 'This item can no longer be edited.',
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
	linkCopied: 'Link copied. Paste it wherever you like.',
	notShared: 'The link could not be copied. You can copy it from the address bar.',
	badIdempotencyKey: 'The Idempotency-Key is not valid.',
	badSort: 'That order is not known.',
	badLimit: 'The number of items must be a whole number above 0.',
	badPriceRange: 'That price range is not valid.',
} as const;

export const ITEM_STATUSES = ['available', 'sold', 'banned'] as const;

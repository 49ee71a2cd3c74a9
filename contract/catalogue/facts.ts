/** The listing of every category; no category may have this name. */
export const ALL_CATEGORIES = 'All';

/**
 * The categories of the requirements, which a new installation starts with (migration 0026). From then on
 * administrators keep the list, so only the demo, tests and benchmarks may rely on these names.
 */
export const INITIAL_CATEGORIES = [
	'Electronics',
	'Books',
	'PYQs',
	'Instruments',
	'Essentials',
	'OTHERS',
] as const;
export type InitialCategory = (typeof INITIAL_CATEGORIES)[number];

/** Icons that a category may have; each has a drawing in `web/ui/category-icons.svg`. */
export const CATEGORY_ICONS = [
	'circuit-board',
	'book-open',
	'scroll-text',
	'drafting-compass',
	'shopping-bag',
	'boxes',
	'stethoscope',
	'flask',
	'scale',
	'palette',
	'music',
	'shirt',
	'bike',
	'bed',
	'dumbbell',
	'laptop',
	'calculator',
	'ticket',
] as const;
export type CategoryIcon = (typeof CATEGORY_ICONS)[number];

/** What a category asks about an item, besides what every item says. */
export const DETAIL_KINDS = ['text', 'choice', 'yes-no', 'isbn'] as const;
export const YES_NO = ['yes', 'no'] as const;

export const CATALOGUE_LIMITS = {
	categoryNameMax: 30,
	/** Detail fields of a category. */
	fieldsMax: 4,
	detailTextMax: 80,
	/** Of a subject's or a branch's code. */
	codeMax: 12,
	semesterMax: 10,
} as const;

/** The key of a detail field in an item's `details`. */
export const DETAIL_KEY_PATTERN = /^[a-z][a-zA-Z0-9]{0,19}$/;
/** The code of a subject or of a branch. */
export const CATALOGUE_CODE_PATTERN = /^[A-Za-z0-9-]{2,12}$/;

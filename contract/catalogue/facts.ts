/** The name of the listing of all categories; no category may have this name. */
export const ALL_CATEGORIES = 'All';

/**
 * The categories that a new installation starts with (migration 0026; the requirements name them). From then on
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

/** The kinds of detail fields that a category adds to the form of an item. */
export const DETAIL_KINDS = ['text', 'choice', 'yes-no', 'isbn'] as const;
export const YES_NO = ['yes', 'no'] as const;

/** Limits that items and searches share with the back-office. */
export const CATALOGUE_LIMITS = {
	categoryNameMax: 30,
	/** Detail fields of a category. */
	fieldsMax: 4,
	detailTextMax: 80,
	/** Characters of the code of a subject or a branch. */
	codeMax: 12,
	semesterMax: 10,
} as const;

/** The key of a detail field in an item's `details`. */
export const DETAIL_KEY_PATTERN = /^[a-z][a-zA-Z0-9]{0,19}$/;
/** The code of a subject or of a branch. */
export const CATALOGUE_CODE_PATTERN = /^[A-Za-z0-9-]{2,12}$/;

/** Further limits of the lists that administrators keep; only the back-office and the server need them. */
export const CATALOGUE_LIST_LIMITS = {
	categoriesMax: 60,
	fieldLabelMax: 30,
	/** Answers of a field of the kind 'choice'. */
	choicesMin: 2,
	choicesMax: 12,
	choiceMax: 40,
	branchesMax: 100,
	branchNameMax: 60,
	subjectsMax: 5_000,
	subjectNameMax: 100,
	/** Groups of search words that mean the same. */
	wordGroupsMax: 500,
	/** Words and phrases of a group. */
	wordsMin: 2,
	wordsMax: 12,
	wordMax: 40,
	termsMax: 4,
	spotsMax: 100,
	spotNameMax: 60,
	spotHintMax: 120,
	/** Largest body of a request with a list, as JSON or CSV. Every list fits, even at its largest. */
	bodyMaxBytes: 4_000_000,
} as const;

/** The columns of the file of subjects, in the order of the export. */
export const SUBJECT_COLUMNS = ['code', 'name', 'branch', 'semester'] as const;

/** A day of every year, `MM-DD`. 29 February is excluded: in most years no term could begin on it. */
export const YEARLY_DAY_PATTERN =
	/^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$/;

/** A time of every day, `HH:MM` from 00:00 to 23:59. */
export const DAILY_TIME_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The same for subjects with one name in one semester: they are one subject, which several branches teach. */
export function subjectKey({ name, semester }: { name: string; semester: number }): string {
	return `${semester} ${name.toLowerCase()}`;
}

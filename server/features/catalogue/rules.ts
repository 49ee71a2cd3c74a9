import { isDeepStrictEqual } from 'node:util';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import type { ListFault } from '#contract/catalogue/list-rules.ts';
import type { CategoryInput, SpotInput } from '#contract/catalogue/list-schemas.ts';
import type { Category, Spot } from '#contract/catalogue/schemas.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';

/** @throws AppError invalid with all faults and the message of the first one */
export function requireNoFaults(faults: readonly ListFault[]): void {
	const [first] = faults;
	if (!first) return;
	const issues = faults.map(({ path, error }) => ({ path, ...error }));
	throw new AppError('invalid', first.error, issues);
}

/** An entry as it was sent; a new one has no id. */
interface SentEntry {
	id?: number | undefined;
	name: string;
}

const UNKNOWN_ERRORS = {
	categories: CATALOGUE_ERRORS.unknownCategory,
	spots: CATALOGUE_ERRORS.unknownSpot,
};

/** @throws AppError invalid, naming the first sent entry whose id is not stored, or stands twice in the request */
export function requireKnown(
	list: 'categories' | 'spots',
	stored: readonly { id: number }[],
	sent: readonly SentEntry[],
): void {
	const unused = new Set(stored.map(({ id }) => id));
	const index = sent.findIndex(({ id }) => id !== undefined && !unused.delete(id));
	const error = UNKNOWN_ERRORS[list](sent[index]?.name ?? '');
	if (index >= 0) throw invalidField(`${list}.${index}.id`, error);
}

/**
 * Returns the stored categories whose names other categories get by this change. These names must become free first.
 * Several categories may exchange their names in a cycle.
 */
export function categoriesInTheWay<Stored extends { id: number; name: string }>(
	stored: readonly Stored[],
	sent: readonly SentEntry[],
): Stored[] {
	const ownerOfName = new Map(sent.map(({ id, name }) => [name.toLowerCase(), id]));
	return stored.filter(({ id, name }) => {
		const key = name.toLowerCase();
		return ownerOfName.has(key) && ownerOfName.get(key) !== id;
	});
}

interface Change<Entry> {
	before: Entry;
	after: Entry;
}

/** The differences between two lists whose entries have a key. */
export interface ListChanges<Entry> {
	added: readonly Entry[];
	removed: readonly Entry[];
	/** Entries that are in both lists with different contents, in the order of the new list. */
	changed: readonly Change<Entry>[];
	/** Whether the entries that are in both lists have another order. */
	isReordered: boolean;
}

/** Compares two lists: entries with the same key are the same entry. */
export function compareLists<Entry>(
	before: readonly Entry[],
	after: readonly Entry[],
	keyOf: (entry: Entry) => string,
): ListChanges<Entry> {
	const beforeByKey = new Map(before.map((entry) => [keyOf(entry), entry]));
	const afterKeys = new Set(after.map(keyOf));
	const kept = after.flatMap((entry) => {
		const former = beforeByKey.get(keyOf(entry));
		return former === undefined ? [] : [{ before: former, after: entry }];
	});
	return {
		added: after.filter((entry) => !beforeByKey.has(keyOf(entry))),
		removed: before.filter((entry) => !afterKeys.has(keyOf(entry))),
		changed: kept.filter((one) => !isDeepStrictEqual(one.before, one.after)),
		isReordered: !isDeepStrictEqual(
			kept.map((one) => keyOf(one.after)),
			before.map(keyOf).filter((key) => afterKeys.has(key)),
		),
	};
}

/** Maximum number of names in one audit entry, as an import may change thousands of subjects. */
const NAMES_MAX = 20;

/** 'added “CS-301”, “CS-302” and 3 more'; '' without names. */
export function describeNames(prefix: string, names: readonly string[]): string {
	if (names.length === 0) return '';
	const shown = names.slice(0, NAMES_MAX).map((name) => `“${name}”`);
	const restCount = names.length - shown.length;
	return `${prefix} ${shown.join(', ')}${restCount > 0 ? ` and ${restCount} more` : ''}`;
}

/** Words for the changes of a list in the audit log. */
interface ListWords<Entry> {
	nameOf: (entry: Entry) => string;
	/** What the entries are, where one log entry is about several lists: 'branches'. */
	noun?: string;
	/** What can change in an entry, other than its name; by default any change is 'changed'. */
	aspects?: Readonly<Record<string, (change: Change<Entry>) => boolean>>;
}

/** Describes changes for the audit log; '' if nothing was changed. */
export function describeListChanges<Entry>(
	{ added, removed, changed, isReordered }: ListChanges<Entry>,
	{ nameOf, noun = '', aspects = { changed: () => true } }: ListWords<Entry>,
): string {
	const renamed = changed.filter(({ before, after }) => nameOf(before) !== nameOf(after));
	const describe = (what: string, entries: readonly Entry[]) =>
		describeNames(`${what} ${noun}`.trim(), entries.map(nameOf));
	return joinParts([
		...renamed.map(({ before, after }) => `renamed “${nameOf(before)}” to “${nameOf(after)}”`),
		describe('added', added),
		...Object.entries(aspects).map(([what, isChanged]) =>
			describe(
				what,
				changed.filter(isChanged).map(({ after }) => after),
			),
		),
		describe('removed', removed),
		isReordered ? `order ${noun && `of ${noun} `}changed` : '',
	]);
}

export function joinParts(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('; ');
}

/** Identifies an entry in the stored and the sent list; a new entry has no id yet. */
function keyOf({ id, name }: { id?: number | undefined; name: string }): string {
	return id === undefined ? `new ${name}` : String(id);
}

const nameOf = ({ name }: { name: string }) => name;

/** Describes changes of spots for the audit log; '' if nothing was changed. */
export function describeSpotChanges(stored: readonly Spot[], sent: readonly SpotInput[]): string {
	return describeListChanges(compareLists<SpotInput>(stored, sent, keyOf), {
		nameOf,
		aspects: {
			changed: ({ before, after }) => !isDeepStrictEqual({ ...before, name: after.name }, after),
		},
	});
}

/** A category as sent, completed with the fields that older clients do not send. */
export type SentCategory = CategoryInput & Pick<Category, 'asksCondition'>;

/** Completes fields that older clients do not send: with the stored value, or with the default for a new category. */
export function completeCategories(
	stored: readonly (Category & { id: number })[],
	sent: readonly CategoryInput[],
): SentCategory[] {
	const storedById = new Map<number | undefined, Category>(stored.map((one) => [one.id, one]));
	return sent.map((one) => ({
		...one,
		asksCondition: one.asksCondition ?? storedById.get(one.id)?.asksCondition ?? true,
	}));
}

/** Describes changes of categories for the audit log; '' if nothing was changed. */
export function describeCategoryChanges(
	stored: readonly (Category & { id: number })[],
	sent: readonly SentCategory[],
): string {
	return describeListChanges(compareLists<SentCategory>(stored, sent, keyOf), {
		nameOf,
		aspects: {
			hidden: ({ before, after }) => before.isVisible && !after.isVisible,
			shown: ({ before, after }) => !before.isVisible && after.isVisible,
			'icon of': ({ before, after }) => before.icon !== after.icon,
			'condition in': ({ before, after }) => before.asksCondition !== after.asksCondition,
			'fields of': ({ before, after }) => !isDeepStrictEqual(before.fields, after.fields),
		},
	});
}

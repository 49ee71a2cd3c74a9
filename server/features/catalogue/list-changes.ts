import { isDeepStrictEqual } from 'node:util';
import type { CategoryInput } from '#contract/catalogue/list-schemas.ts';
import type { Category } from '#contract/catalogue/schemas.ts';

/** The differences between two lists whose entries have a key. */
export interface ListChanges<Entry> {
	added: readonly Entry[];
	removed: readonly Entry[];
	/** Entries that are in both lists with different contents, as they are in the new list. */
	changed: readonly Entry[];
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
	const kept = after.filter((entry) => beforeByKey.has(keyOf(entry)));
	return {
		added: after.filter((entry) => !beforeByKey.has(keyOf(entry))),
		removed: before.filter((entry) => !afterKeys.has(keyOf(entry))),
		changed: kept.filter((entry) => !isDeepStrictEqual(beforeByKey.get(keyOf(entry)), entry)),
		isReordered: !isDeepStrictEqual(
			kept.map(keyOf),
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

/** Describes changes for the audit log; '' if nothing was changed. */
export function describeListChanges<Entry>(
	{ added, removed, changed, isReordered }: ListChanges<Entry>,
	nameOf: (entry: Entry) => string,
	noun = '',
): string {
	return joinParts([
		describeNames(`added ${noun}`.trim(), added.map(nameOf)),
		describeNames(`changed ${noun}`.trim(), changed.map(nameOf)),
		describeNames(`removed ${noun}`.trim(), removed.map(nameOf)),
		isReordered ? `order ${noun && `of ${noun} `}changed` : '',
	]);
}

export function joinParts(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('; ');
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
	const sentById = new Map(sent.map((one) => [one.id, one]));
	const pairs = stored.flatMap((before) => {
		const after = sentById.get(before.id);
		return after ? [{ before, after }] : [];
	});
	const namesWhere = (isChanged: (pair: (typeof pairs)[number]) => boolean) =>
		pairs.filter(isChanged).map(({ after }) => after.name);
	const renamed = pairs
		.filter(({ before, after }) => before.name !== after.name)
		.map(({ before, after }) => `renamed “${before.name}” to “${after.name}”`);
	const keptIds = sent.map(({ id }) => id).filter((id) => id !== undefined);

	return joinParts([
		describeNames(
			'added',
			sent.filter(({ id }) => id === undefined).map(({ name }) => name),
		),
		...renamed,
		describeNames(
			'hidden',
			namesWhere(({ before, after }) => before.isVisible && !after.isVisible),
		),
		describeNames(
			'shown',
			namesWhere(({ before, after }) => !before.isVisible && after.isVisible),
		),
		describeNames(
			'icon of',
			namesWhere(({ before, after }) => before.icon !== after.icon),
		),
		describeNames(
			'condition in',
			namesWhere(({ before, after }) => before.asksCondition !== after.asksCondition),
		),
		describeNames(
			'fields of',
			namesWhere(({ before, after }) => !isDeepStrictEqual(before.fields, after.fields)),
		),
		describeNames(
			'removed',
			stored.filter(({ id }) => !sentById.has(id)).map(({ name }) => name),
		),
		isDeepStrictEqual(
			keptIds,
			pairs.map(({ before }) => before.id),
		)
			? ''
			: 'order changed',
	]);
}

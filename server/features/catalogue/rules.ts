import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import type { ListFault } from '#contract/catalogue/list-rules.ts';
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

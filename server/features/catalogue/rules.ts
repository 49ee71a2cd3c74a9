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

/** @throws AppError invalid, naming the first sent category whose id is not stored, or stands twice in the request */
export function requireKnownCategories(
	stored: readonly { id: number }[],
	sent: readonly SentEntry[],
): void {
	const index = findUnknown(stored, sent);
	const error = CATALOGUE_ERRORS.unknownCategory(sent[index]?.name ?? '');
	if (index >= 0) throw invalidField(`categories.${index}.id`, error);
}

/** @throws AppError invalid, naming the first sent spot whose id is not stored, or stands twice in the request */
export function requireKnownSpots(
	stored: readonly { id: number }[],
	sent: readonly SentEntry[],
): void {
	const index = findUnknown(stored, sent);
	const error = CATALOGUE_ERRORS.unknownSpot(sent[index]?.name ?? '');
	if (index >= 0) throw invalidField(`spots.${index}.id`, error);
}

/** @returns the index of the first sent entry whose id is not stored, or stands twice in the request; -1 if there is none */
function findUnknown(stored: readonly { id: number }[], sent: readonly SentEntry[]): number {
	const unused = new Set(stored.map(({ id }) => id));
	return sent.findIndex(({ id }) => id !== undefined && !unused.delete(id));
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

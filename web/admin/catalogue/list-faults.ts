import * as z from 'zod/mini';
import type { ListFault } from '#contract/catalogue/list-rules.ts';

/** Messages by the path of the value at fault: `categories.2.name`. */
export type Faults = ReadonlyMap<string, string>;
export const NO_FAULTS: Faults = new Map();

/**
 * Validates the lists of a tab by the contract before they are sent.
 * @param rules checks across entries, such as unique names; they run once every entry is valid by itself
 */
export function findFaults<Lists>(
	schema: z.ZodMiniType<Lists>,
	lists: unknown,
	rules: (valid: Lists) => readonly ListFault[],
): Faults {
	const { data, error } = z.safeParse(schema, lists);
	if (error) return firstByPath(error.issues.map(({ path, message }) => [path.join('.'), message]));
	return firstByPath(rules(data).map(({ path, error: { message } }) => [path, message]));
}

/** Keeps the first message of each path: later entries of a `Map` overwrite earlier ones, so the list is reversed. */
function firstByPath(faults: readonly (readonly [string, string])[]): Faults {
	return new Map(faults.toReversed());
}

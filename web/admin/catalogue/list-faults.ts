import * as z from 'zod/mini';
import type { ListFault } from '#contract/catalogue/list-rules.ts';

/** Messages by the path of the value at fault: `categories.2.name`. */
export type Faults = ReadonlyMap<string, string>;
export const NO_FAULTS: Faults = new Map();

/**
 * What the contract says about lists before they are sent.
 * @param rules across the entries, which are checked once each entry is valid
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

/** Only the first message of a path is shown. */
function firstByPath(faults: readonly (readonly [string, string])[]): Faults {
	return new Map(faults.toReversed());
}

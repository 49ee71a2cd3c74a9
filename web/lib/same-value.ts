/** Whether two values of a field are equal. Null, an empty list and a missing value count as equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
	return textOf(one) === textOf(other);
}

/** A value as JSON with sorted keys, so that equal values have equal texts: the database reorders the keys of details. */
function textOf(value: unknown): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	const entries = Object.entries(value);
	if (entries.length === 0) return JSON.stringify(null);
	return JSON.stringify(Array.isArray(value) ? value : entries.toSorted(byKey));
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
	return one < other ? -1 : 1;
}

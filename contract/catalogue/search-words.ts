/** The form in which phrases are compared: ignores case and a plural "s". */
export function normalizePhrase(terms: readonly string[]): string {
	return terms.map((term) => term.toLowerCase().replace(/(?<=..)s$/, '')).join(' ');
}

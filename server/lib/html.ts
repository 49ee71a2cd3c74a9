/** Safe markup; created by `html` only. */
export interface Html {
	readonly markup: string;
}

/** Template tag that escapes its values, except `Html`. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
	const markup = parts.reduce((before, part, index) => {
		const value = values[index - 1] ?? '';
		return before + (typeof value === 'string' ? escapeHtml(value) : value.markup) + part;
	});
	return { markup };
}

export function escapeHtml(text: string): string {
	const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
	return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

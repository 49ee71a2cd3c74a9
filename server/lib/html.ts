/** Markup that is safe as it stands. Made by `html` only. */
export interface Html {
	readonly markup: string;
}

/** A template whose values are escaped, unless they are markup already. */
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

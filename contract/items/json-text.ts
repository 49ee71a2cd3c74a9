import * as z from 'zod/mini';

/** A value that is JSON text in a form; text that is no JSON stays, and is refused by `schema`. */
export function jsonText<Schema extends z.ZodMiniType>(schema: Schema) {
	return z.pipe(z.transform(parseIfText), schema);
}

/** The parsed JSON of a text; any other value, and text that is no JSON, unchanged. */
export function parseIfText(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

import * as z from 'zod/mini';

/** A value that a form sends as JSON text, and a JSON body as it is. Text that is no JSON is left to `schema` to refuse. */
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

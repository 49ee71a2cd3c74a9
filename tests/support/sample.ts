import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** When everything in a sample happened. */
export const SAMPLE_TIME = '2026-02-03T04:05:06.000Z';

/** The samples so far, as JSON. */
const samples = new WeakMap<z.core.$ZodType, string>();

/**
 * A valid value of an object's schema, always the same: nullable fields are null, lists empty, numbers as small as they
 * may be, optional fields left out.
 * @param changes fields with another value
 */
export function sample<Schema extends z.core.$ZodType>(
	schema: Schema,
	changes?: Partial<z.output<Schema>>,
): z.output<Schema> {
	const known = samples.get(schema) ?? JSON.stringify(valueFor(describe(schema)));
	samples.set(schema, known);
	return Object.assign(JSON.parse(known), changes);
}

const describe = (schema: z.core.$ZodType) =>
	z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

function valueFor(schema: JsonSchema): unknown {
	const choices = schema.anyOf ?? schema.oneOf ?? [];
	if (choices.some((choice) => (choice as JsonSchema).type === 'null')) return null;
	if (choices[0]) return valueFor(choices[0] as JsonSchema);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	switch (schema.type) {
		case 'object':
			return objectFor(schema);
		case 'array':
			return Array.from({ length: schema.minItems ?? 0 }, () =>
				valueFor(schema.items as JsonSchema),
			);
		case 'string':
			return textFor(schema);
		case 'integer':
		case 'number':
			return Math.max(schema.minimum ?? 0, 0);
		default:
			return schema.type === 'boolean' ? false : null;
	}
}

function objectFor({ properties = {}, required = [] }: JsonSchema): object {
	return Object.fromEntries(
		required.map((name) => [name, valueFor(properties[name] as JsonSchema)]),
	);
}

function textFor({ format, minLength = 0 }: JsonSchema): string {
	if (format === 'date-time') return SAMPLE_TIME;
	if (format === 'date') return SAMPLE_TIME.slice(0, 10);
	if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
	if (format === 'email') return 'asha@campus.example';
	return 'x'.repeat(minLength);
}

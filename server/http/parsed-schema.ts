import * as z from 'zod/mini';

/**
 * Returns the schema of a request's fields. A schema may be a pipe: first a transform that prepares the fields, then
 * the schema that parses them, which is returned.
 */
export function parsedSchemaOf(schema: z.core.$ZodType): z.core.$ZodType {
	const isPrepared =
		schema instanceof z.core.$ZodPipe && schema._zod.def.in instanceof z.core.$ZodTransform;
	return isPrepared ? schema._zod.def.out : schema;
}

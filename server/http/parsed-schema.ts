import * as z from 'zod/mini';

/** The schema that parses a request's fields, without the transform that may come before it and prepares the fields. */
export function parsedSchemaOf(schema: z.core.$ZodType): z.core.$ZodType {
	const isPrepared =
		schema instanceof z.core.$ZodPipe && schema._zod.def.in instanceof z.core.$ZodTransform;
	return isPrepared ? schema._zod.def.out : schema;
}

import * as z from 'zod/mini';

/** The contract's message for the first rule that the value breaks; undefined when it is valid. */
export function validationMessage(schema: z.ZodMiniType, value: unknown): string | undefined {
	return z.safeParse(schema, value).error?.issues[0]?.message;
}

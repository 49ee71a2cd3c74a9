import * as z from 'zod/mini';

/** The first rule of the contract that what was typed breaks, in its words; undefined where it keeps them all. */
export function validationMessage(schema: z.ZodMiniType, value: unknown): string | undefined {
	return z.safeParse(schema, value).error?.issues[0]?.message;
}

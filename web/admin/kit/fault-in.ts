import * as z from 'zod/mini';

/** The first rule of the contract that what was typed breaks, in its words; undefined where it keeps them all. */
export function faultIn(schema: z.ZodMiniType, typed: unknown): string | undefined {
	return z.safeParse(schema, typed).error?.issues[0]?.message;
}

import * as z from 'zod/mini';
import { id } from '#contract/common.ts';

/** The number of a user or an item, where words are nothing else. */
export function numberMeant(words: string): number | undefined {
	return z.safeParse(id, words).data;
}

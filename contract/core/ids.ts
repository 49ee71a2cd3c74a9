import * as z from 'zod/mini';
import { id } from './common.ts';

/** An id as everywhere, answering with words of its own where "that address" would mislead. */
export function idWithMessage(message: string) {
	return z.pipe(
		z
			.union([z.number(), z.string()], message)
			.check(z.refine((value) => z.safeParse(id, value).success, message)),
		z.transform(Number),
	);
}

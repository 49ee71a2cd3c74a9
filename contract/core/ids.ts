import * as z from 'zod/mini';
import { id } from './common.ts';

/** An id as everywhere, answering with words of its own where "that address" would mislead. */
export function idSaying(message: string) {
	return z.pipe(
		z
			.union([z.number(), z.string()], message)
			.check(z.refine((sent) => z.safeParse(id, sent).success, message)),
		z.transform(Number),
	);
}

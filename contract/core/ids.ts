import * as z from 'zod/mini';
import { id } from './common.ts';

/** Like `id`, with a message of its own for where the default text 'That address is not valid.' would be misleading. */
export function idWithMessage(message: string) {
	return z.pipe(
		z
			.union([z.number(), z.string()], message)
			.check(z.refine((value) => z.safeParse(id, value).success, message)),
		z.transform(Number),
	);
}

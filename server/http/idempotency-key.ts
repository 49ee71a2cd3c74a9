import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { idempotencyKey } from '#contract/items/schemas.ts';
import { invalidField } from '#server/lib/app-error.ts';

/**
 * The key that a client sends with a request, and again when it repeats the request after a lost response.
 * @returns undefined if the client sent none
 * @throws AppError invalid for a key that is no UUID
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
	const parsed = z.safeParse(idempotencyKey, headers['idempotency-key']);
	if (parsed.success) return parsed.data;
	throw invalidField('Idempotency-Key', ITEM_ERRORS.badIdempotencyKey);
}

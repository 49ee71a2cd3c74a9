import type { FastifyRequest } from 'fastify';
import type { AdminIdempotencyKey } from '#server/features/notifications/idempotency/queries.ts';
import { readIdempotencyKey } from '#server/http/idempotency-key.ts';

/**
 * The idempotency key of an administrator's request. Keys of different administrators are independent of each other.
 * @returns undefined if the client sent none
 * @throws AppError invalid for a key that is no UUID
 */
export function readAdminIdempotencyKey(
	request: FastifyRequest,
	adminId: number,
): AdminIdempotencyKey | undefined {
	const key = readIdempotencyKey(request);
	return key === undefined ? undefined : { adminId, key };
}

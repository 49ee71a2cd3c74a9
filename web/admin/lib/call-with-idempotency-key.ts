import type { Endpoint, Parsed } from '#contract/core/endpoint.ts';
import type { CallInput } from '#web/lib/api/api.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { callAdminApi } from './api.ts';

/** The idempotency keys of requests that the server has not yet answered with success, by what was sent. */
const keys = new Map<string, string>();

/**
 * Calls an endpoint that accepts an `Idempotency-Key`. Input that is sent again after a lost answer gets the key of the
 * first attempt, so that the server does nothing twice. The key also stays when a later attempt is refused, for example
 * for too many requests: the refusal says nothing about the attempt whose answer was lost.
 * @throws what `callAdminApi` throws
 */
export async function callWithIdempotencyKey<E extends Endpoint>(
	endpoint: E,
	input: CallInput<E>,
): Promise<Parsed<E['reply']>> {
	const request = JSON.stringify([endpoint.method, endpoint.path, input]);
	const key = keys.get(request) ?? randomUuid();
	keys.set(request, key);
	try {
		const reply = await callAdminApi(endpoint, { ...input, headers: { 'idempotency-key': key } });
		keys.delete(request);
		return reply;
	} catch (error) {
		// 404: the announcement that was created with this key, or the warned user, has been deleted. The next attempt
		// needs a new key.
		if (isRefusal(error) && error.status === 404) keys.delete(request);
		throw error;
	}
}

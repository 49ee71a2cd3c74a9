import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { actInDeal } from '#contract/deals/endpoints.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';

/** Pauses before a step is sent again to a busy server. */
const BUSY_DELAYS_MS = [1000, 3000];

/**
 * Sends a step, and repeats it while the server is busy. A step that the server has already stored is not done twice.
 * @throws ApiError of the server; TypeError without a connection
 */
export async function sendStep(
	{ itemId, buyerId }: { itemId: number; buyerId: number },
	{ action, body }: { action: DealAction; body: object },
) {
	const sent = withClientId(action, body);
	const send = () => call(actInDeal, { params: { itemId, buyerId, action }, body: sent });
	for (const delayMs of BUSY_DELAYS_MS) {
		try {
			return await send();
		} catch (error) {
			if (!isBusy(error)) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, delayMs));
	}
	return send();
}

/**
 * Adds an idempotency key to `reserve`. To reserve again for the same buyer after a release is a new step. Without a
 * key, the server would treat it as a repetition of the first reservation. A form that may send the same step twice
 * passes its own key in `body`.
 */
function withClientId(action: DealAction, body: object): Record<string, unknown> {
	return action === 'reserve' ? { clientId: randomUuid(), ...body } : { ...body };
}

function isBusy(error: unknown): boolean {
	return error instanceof ApiError && error.code === REQUEST_ERRORS.unavailable.code;
}

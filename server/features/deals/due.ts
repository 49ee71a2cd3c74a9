import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import { coalesce } from '#server/lib/promises.ts';
import { changeDeals } from './deal-transaction.ts';
import { listDueAmong, listDueItems } from './step-queries.ts';
import type { DealDeps } from './steps.ts';

/** Items per query. Each item is settled in its own transaction. */
const BATCH_SIZE = 200;
/** Items that are settled at the same time. */
const CONCURRENCY = 8;

/** Settles the given items that are due (settle.ts), so that later reads see the current state. */
export async function settleIfDue(deps: DealDeps, itemIds: readonly number[]): Promise<void> {
	for (const itemId of await listDueAmong(deps.db, itemIds)) await settleItem(deps, itemId);
}

/** Settles all items that are due. Reads each item once: during maintenance, items stay due even after they are settled. */
export async function settleAllDue(deps: DealDeps): Promise<void> {
	for (let afterId = 0; ; ) {
		const itemIds = await listDueItems(deps.db, { afterId, limit: BATCH_SIZE });
		const waiting = itemIds.values();
		const worker = async () => {
			for (const itemId of waiting) await settleItem(deps, itemId);
		};
		await Promise.all(Array.from({ length: CONCURRENCY }, worker));
		if (itemIds.length < BATCH_SIZE) return;
		afterId = itemIds.at(-1) ?? afterId;
	}
}

/** `changeDeals` itself settles an item that is due. */
async function settleItem(deps: DealDeps, itemId: number): Promise<void> {
	await changeDeals(deps, { itemId }, async () => undefined);
}

/**
 * Settles due items as soon as a change of an item, a user or a block makes them due. The job that runs each minute
 * covers missed events.
 * @returns a function that ends the subscription
 */
export function settleOnChanges(
	events: Pick<DatabaseEvents, 'subscribe'>,
	{ log, ...deps }: DealDeps & { log: FastifyBaseLogger },
): () => void {
	const settleAll = coalesce(() => settleAllDue(deps));
	return events.subscribe('settleDeals', () => {
		settleAll().catch((error: unknown) => {
			if (isDatabaseUnavailable(error))
				log.warn({ reason: reasonOf(error) }, 'deals were not settled');
			else log.error({ err: error }, 'deals could not be settled');
		});
	});
}

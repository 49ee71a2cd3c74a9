import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import { coalesce } from '#server/lib/coalesce.ts';
import { changeDeals } from './deal-transaction.ts';
import { listDueAmong, listDueItems } from './step-queries.ts';
import type { DealDeps } from './steps.ts';

/** Items per query; each has a transaction of its own. */
const BATCH_SIZE = 200;
/** Items at the same time. */
const CONCURRENCY = 8;

/** Writes what has ended by time in the deals of these items, so that what is read next is what is so. */
export async function settleIfDue(deps: DealDeps, itemIds: readonly number[]): Promise<void> {
	for (const itemId of await listDueAmong(deps.db, itemIds)) await settleItem(deps, itemId);
}

/** Writes what has ended by time in all deals; each item's turn comes once, as during maintenance it stays due. */
export async function settleAllDue(deps: DealDeps): Promise<void> {
	for (let after = 0; ; ) {
		const itemIds = await listDueItems(deps.db, { after, limit: BATCH_SIZE });
		const waiting = itemIds.values();
		const worker = async () => {
			for (const itemId of waiting) await settleItem(deps, itemId);
		};
		await Promise.all(Array.from({ length: CONCURRENCY }, worker));
		if (itemIds.length < BATCH_SIZE) return;
		after = itemIds.at(-1) ?? after;
	}
}

/** Settling comes with every transaction on the deals of an item. */
async function settleItem(deps: DealDeps, itemId: number): Promise<void> {
	await changeDeals(deps, { itemId }, async () => undefined);
}

/** Follows changes of items, people and blocks at once; the job of each minute does what is missed here. */
export function settleOnChanges(
	events: Pick<DatabaseEvents, 'subscribe'>,
	{ log, ...deps }: DealDeps & { log: FastifyBaseLogger },
): () => void {
	const settleAll = coalesce(() => settleAllDue(deps));
	return events.subscribe('deals', () => {
		settleAll().catch((error: unknown) => {
			if (isDatabaseUnavailable(error))
				log.warn({ reason: reasonOf(error) }, 'deals were not settled');
			else log.error({ err: error }, 'deals could not be settled');
		});
	});
}

import * as z from 'zod/mini';
import type { Room } from '#contract/chat/room-id.ts';
import type { listDeals } from '#contract/deals/endpoints.ts';
import type { Deal, QueueEntry } from '#contract/deals/schemas.ts';
import { type ItemRow, listPublicOrRemovedByIds } from '#server/features/items/queries.ts';
import { createCursor, pageOf, positionId, positionTimestamp } from '#server/lib/cursors.ts';
import { requireBegun, requireSeller, requireSide } from './access.ts';
import { settleIfDue } from './due.ts';
import { findDealItem, listDealItems, readClock } from './item-queries.ts';
import { listDealsOf, listDueItemsOf } from './list-queries.ts';
import { findPair, findPairs } from './pair-queries.ts';
import { presentDeal } from './present.ts';
import { listQueue } from './queue-queries.ts';
import type { DealDeps } from './steps.ts';

/**
 * The deal between the seller and this buyer.
 * @throws AppError not_found for an item that is neither public nor removed, and for a seller while the buyer has neither written nor
 * made a step; forbidden for other users
 */
export async function readDeal(
	deps: DealDeps,
	{ itemId, buyerId }: Room,
	callerId: number,
): Promise<Deal> {
	await settleIfDue(deps, [itemId]);
	const item = await findDealItem(deps.db, itemId);
	const role = requireSide(item, buyerId, callerId);
	if (!item) throw new Error('The item was checked.');
	const pair = requireBegun(await findPair(deps.db, { item, buyerId, role }), role, item);
	return presentDeal(item, buyerId, pair, role, await readClock(deps.db));
}

const cursor = createCursor(
	z.object({ changedAt: positionTimestamp, itemId: positionId, buyerId: positionId }),
);

interface DealPage {
	deals: { deal: Deal; item: ItemRow; other: { id: number; userName: string } }[];
	nextCursor: string | null;
}

/** A page of a user's deals, the most recently changed first. */
export async function findDealPage(
	deps: DealDeps,
	{ limit, cursor: encoded, ...filter }: z.output<(typeof listDeals)['query']>,
	userId: number,
): Promise<DealPage> {
	const { db } = deps;
	const after = encoded === undefined ? undefined : cursor.decode(encoded);
	await settleIfDue(deps, await listDueItemsOf(db, userId));
	const found = await listDealsOf(db, userId, { ...filter, after, limit: limit + 1 });
	const { rows, last } = pageOf(found, limit);
	const itemIds = [...new Set(rows.map(({ itemId }) => itemId))];
	const [dealItems, items, now] = await Promise.all([
		listDealItems(db, itemIds),
		listPublicOrRemovedByIds(db, itemIds),
		readClock(db),
	]);
	const listed = rows.flatMap((row) => {
		const item = dealItems.find(({ id }) => id === row.itemId);
		const publicItem = items.find(({ id }) => id === row.itemId);
		return item && publicItem ? [{ row, item, publicItem }] : [];
	});
	const roleOf = (buyerId: number) => (userId === buyerId ? 'buyer' : 'seller');
	const pairs = await findPairs(
		db,
		listed.map(({ row: { buyerId }, item }) => ({ item, buyerId, role: roleOf(buyerId) })),
	);
	const deals = listed.flatMap(
		({ row: { buyerId, sellerId, otherName }, item, publicItem }, index) => {
			const pair = pairs[index];
			if (!pair) return [];
			const otherId = userId === buyerId ? sellerId : buyerId;
			const deal = presentDeal(item, buyerId, pair, roleOf(buyerId), now);
			return [{ deal, item: publicItem, other: { id: otherId, userName: otherName } }];
		},
	);
	const position = last && {
		itemId: last.itemId,
		buyerId: last.buyerId,
		changedAt: Math.round(last.changedAt),
	};
	return { deals, nextCursor: position ? cursor.encode(position) : null };
}

/**
 * The buyers who wait for an item, in the order of the queue.
 * @throws AppError not_found; forbidden for users other than the seller
 */
export async function readQueue(
	deps: DealDeps,
	itemId: number,
	callerId: number,
): Promise<QueueEntry[]> {
	requireSeller(await findDealItem(deps.db, itemId), callerId);
	await settleIfDue(deps, [itemId]);
	return listQueue(deps.db, itemId);
}

import * as z from 'zod/mini';
import type { Room } from '#contract/chat/room-id.ts';
import type { listDeals } from '#contract/deals/endpoints.ts';
import type { Deal, QueueEntry } from '#contract/deals/schemas.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { type ItemRow, listPublicOrRemovedByIds } from '#server/features/items/queries.ts';
import { AppError } from '#server/lib/app-error.ts';
import { createCursor, pageOf, positionId, positionTimestamp } from '#server/lib/cursors.ts';
import { type DealDeps, settleIfDue } from './commands.ts';
import { requireBegun, requireSeller, requireSide, viewOf } from './decide.ts';
import { listDealsOf, listQueue } from './list-queries.ts';
import { findDealItem, loadDeals, loadItemDeals } from './load-queries.ts';
import { presentDeal } from './present.ts';

/**
 * The deal between the seller and this buyer.
 * @throws AppError not_found for an item that is neither public nor removed, and for a seller while the buyer has neither
 * written nor made a step; forbidden for other users
 */
export async function readDeal(
	deps: DealDeps,
	{ itemId, buyerId }: Room,
	callerId: number,
): Promise<Deal> {
	await settleIfDue(deps, { among: [itemId] });
	const deals = await loadItemDeals(deps, itemId, { buyerIds: [buyerId] });
	if (!deals) throw new AppError('not_found', ITEM_ERRORS.notFound);
	const role = requireSide(deals.item, buyerId, callerId);
	const view = viewOf(deals, buyerId, role);
	requireBegun(view, role);
	return presentDeal(view, role);
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
	await settleIfDue(deps, { ofUser: userId });
	const found = await listDealsOf(db, userId, { ...filter, after, limit: limit + 1 });
	const { rows, last } = pageOf(found, limit);
	const itemIds = [...new Set(rows.map(({ itemId }) => itemId))];
	const buyerIds = [...new Set(rows.map(({ buyerId }) => buyerId))];
	const [loaded, items] = await Promise.all([
		loadDeals(deps, itemIds, { buyerIds }),
		listPublicOrRemovedByIds(db, itemIds),
	]);
	const deals = rows.flatMap(({ itemId, buyerId, sellerId, otherName }) => {
		const itemDeals = loaded.get(itemId);
		const item = items.find(({ id }) => id === itemId);
		if (!itemDeals || !item) return [];
		const [role, otherId] =
			userId === buyerId ? (['buyer', sellerId] as const) : (['seller', buyerId] as const);
		const deal = presentDeal(viewOf(itemDeals, buyerId, role), role);
		return [{ deal, item, other: { id: otherId, userName: otherName } }];
	});
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
	await settleIfDue(deps, { among: [itemId] });
	return listQueue(deps.db, itemId);
}

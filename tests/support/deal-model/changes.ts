import type { DealRole } from '#contract/deals/facts.ts';
import { settle } from './passing-time.ts';
import { currentHandover, type Pair, reservationOf, turnOf, type World } from './state.ts';
import { sell } from './steps.ts';

/* What can happen in the model besides the actions in deals: sales, edits, blocks, bans. */

/** The seller marks the item as sold. @returns the status of the answer */
export function markSold(
	world: World,
	{ buyer, price }: { buyer: Pair | undefined; price: number | undefined },
): number {
	if (world.bannedAt !== null || world.soldAt !== null) return 409;
	if (!buyer) {
		world.soldAt = world.now;
		settle(world);
		return 200;
	}
	if (!buyer.isHeard) return 400;
	const isConfirmed = currentHandover(world, buyer)?.done.buyer === true;
	sell(world, buyer, price ?? reservationOf(world, buyer)?.amount ?? world.price, isConfirmed);
	return 200;
}

/** Whether price and category can be edited. */
export const canChangePrice = (world: World) =>
	world.soldAt === null && world.bannedAt === null && !world.reservation && !turnOf(world);

export function changePrice(world: World, price: number, isPriceFixed: boolean): void {
	world.price = price;
	world.isPriceFixed = isPriceFixed;
	settle(world);
}

export function setBlocked(world: World, pair: Pair, by: DealRole, isBlocked: boolean): void {
	pair.blockedBy[by] = isBlocked;
	settle(world);
}

export function banBuyer(world: World, pair: Pair): void {
	pair.isBanned = true;
	settle(world);
}

export function banItem(world: World): void {
	world.bannedAt = world.now;
	settle(world);
}

/** Unbans the item. The time to answer a sale did not run during the ban, so it is extended. */
export function unbanItem(world: World): void {
	const pausedHours = world.now - (world.bannedAt ?? world.now);
	for (const sale of world.pairs.flatMap(({ sales }) => sales))
		if (sale.isConfirmed === null && sale.completedAt === null) sale.answerUntil += pausedHours;
	world.bannedAt = null;
	settle(world);
}

export function relist(world: World): void {
	world.soldAt = null;
	world.listingNumber += 1;
	settle(world);
}

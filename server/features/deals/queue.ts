import type { DealEvent } from '#contract/deals/events.ts';
import { TURN_MS } from '#contract/items/reservation.ts';
import { backOnSaleTask } from '#server/features/items/tasks.ts';
import {
	type EndedPlace,
	endAllPlaces,
	endPlace,
	endUnavailablePlaces,
	endWithheldPlaces,
	findFirstPlace,
	findTurn,
	setTurn,
} from './queue-queries.ts';
import type { DealTransaction } from './steps.ts';

/**
 * Ends places in the queue: all places if the item is sold or not public, the places of unavailable buyers, and the
 * place whose turn is over. Starts the next turn if a turn has ended and the item is still on sale. Like all automatic
 * steps, the steps about this are from the seller's side.
 */
export async function settleQueue(transaction: DealTransaction): Promise<void> {
	const { tx, item, now } = transaction;
	if (item.soldAt || !item.isPublic) {
		for (const place of await endAllPlaces(tx, item.id, now)) addEnd(transaction, place);
		return;
	}
	const unavailable = await endUnavailablePlaces(tx, item, now);
	for (const place of unavailable) addEnd(transaction, place);
	const turn = await findTurn(tx, item.id);
	if (turn && turn.turnUntil <= now) {
		await lapse(transaction, turn);
		await startTurn(transaction, turn.turnUntil, turn.buyerId);
	} else if (unavailable.some(({ turnUntil }) => turnUntil !== null))
		await startTurn(transaction, now);
}

/**
 * Starts the turn of the first buyer in the queue, who alone can take the item for `TURN_MS`. If that time is over
 * already, the turn lapses and the next buyer's turn starts. If the queue is empty, a task notifies the users who saved
 * the item.
 * @param startsAt when the previous reservation or turn ended
 * @param formerBuyerId the buyer of that reservation or turn, whom the task does not notify
 */
export async function startTurn(
	transaction: DealTransaction,
	startsAt: Date,
	formerBuyerId?: number,
): Promise<void> {
	const { tx, addTask, item, now, addStep } = transaction;
	const first = await findFirstPlace(tx, item.id);
	if (!first) {
		for (const place of await endWithheldPlaces(tx, item.id, now)) addEnd(transaction, place);
		const since = now.toISOString();
		await addTask(tx, backOnSaleTask, { itemId: item.id, since, exceptUserId: formerBuyerId });
		return;
	}
	const { id, buyerId } = first;
	const turnUntil = new Date(startsAt.getTime() + TURN_MS);
	await setTurn(tx, id, turnUntil);
	addStep({
		buyerId,
		from: 'seller',
		event: { type: 'turn-began', turnUntil: turnUntil.toISOString() },
		subject: `queue ${id}`,
	});
	if (turnUntil > now) return;
	await lapse(transaction, { id, buyerId, turnUntil });
	await startTurn(transaction, turnUntil, buyerId);
}

async function lapse(
	{ tx, addStep }: DealTransaction,
	{ id, buyerId, turnUntil }: { id: number; buyerId: number; turnUntil: Date },
): Promise<void> {
	await endPlace(tx, id, 'lapsed', turnUntil);
	addStep({
		buyerId,
		from: 'seller',
		event: { type: 'turn-lapsed' },
		subject: `queue ${id}`,
	});
}

function addEnd(
	{ addStep, item }: DealTransaction,
	{ id, buyerId, hasBought, isWithheld }: EndedPlace,
): void {
	addStep({
		buyerId,
		from: 'seller',
		event: { type: 'queue-ended', ...endCauseField(item, !hasBought) },
		subject: `queue ${id}`,
		// The step of the sale informs the buyer of the sale.
		hasChatMessage: !hasBought,
		isWithheld,
	});
}

/**
 * The field by which the event of an end tells the buyer that the item was removed, or sold, though not to this buyer;
 * no field otherwise.
 * @param isToOther whether a sale, if there is one, is not to this buyer
 */
export function endCauseField(
	{
		soldAt,
		isBuyerNamed,
		isRemoved,
	}: Pick<DealTransaction['item'], 'soldAt' | 'isBuyerNamed' | 'isRemoved'>,
	isToOther: boolean,
): Pick<DealEvent, 'isSoldElsewhere' | 'isSold' | 'isRemoved'> {
	if (isRemoved && !soldAt) return { isRemoved };
	if (!soldAt || !isToOther) return {};
	return isBuyerNamed ? { isSoldElsewhere: true } : { isSold: true };
}

import { formatRupees } from '#contract/core/format.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import {
	DEAL_ACTION_LABELS,
	DEAL_STATE_MESSAGES,
	ITEM_DEAL_MESSAGES as TEXTS,
} from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';

/** The action that can be started on the page of the item. All other actions are in the chat. */
export function mainActionOf({ actions }: Deal): DealAction | undefined {
	return (['offer', 'join-queue'] as const).find((action) => actions.includes(action));
}

/**
 * The label of the item's main button for this buyer; undefined if the buyer has no possible action, reservation,
 * queue place or open offer.
 */
export function mainButtonLabel(deal: Deal): string | undefined {
	const { actions, reservation, queue, offer } = deal;
	if (actions.includes('offer')) return DEAL_ACTION_LABELS.offer;
	if (actions.includes('join-queue')) return TEXTS.join(queue?.length ?? 0);
	if (reservation) return TEXTS.reservedForYou;
	if (queue?.turnUntil) return TEXTS.yourTurn;
	if (queue && queue.place !== null) return TEXTS.joined(queue.place, queue.length);
	if (!offer) return undefined;
	const amount = formatRupees(offer.amount);
	return offer.by === 'buyer' ? TEXTS.offered(amount) : TEXTS.countered(amount);
}

/** Why a buyer without a possible action can neither make an offer nor join the queue; undefined if no reason is known. */
export function limitMessage({ queue, queuesLeft, attemptsLeft }: Deal): string | undefined {
	if (queue && queue.place === null) {
		return queuesLeft === 0 ? DEAL_STATE_MESSAGES.noQueuesLeft : DEAL_STATE_MESSAGES.cannotJoinYet;
	}
	return attemptsLeft === 0 ? DEAL_STATE_MESSAGES.noOffersLeft : undefined;
}

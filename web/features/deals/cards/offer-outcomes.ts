import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_STEP_TEXTS } from '#contract/deals/step-texts.ts';

export type OfferOutcome = keyof typeof DEAL_STEP_TEXTS.outcomes;

/**
 * The outcomes of the offers in a chat. A deal has at most one open offer, so that a step that ends an offer is about
 * the last offer before it.
 * @param events the events of the messages, in their order; undefined for a message that reports no step
 * @returns the outcomes by the index of the offer in `events`
 */
export function offerOutcomes(
	events: readonly (DealEvent | undefined)[],
): ReadonlyMap<number, OfferOutcome> {
	const outcomes = new Map<number, OfferOutcome>();
	let openIndex: number | undefined;
	for (const [index, event] of events.entries()) {
		if (!event) continue;
		if (openIndex !== undefined && isOutcome(event.type)) {
			outcomes.set(openIndex, event.type);
			openIndex = undefined;
		}
		if (isOffer(event)) openIndex = index;
	}
	return outcomes;
}

export function isOffer({ type }: DealEvent): boolean {
	return type === 'offer-made' || type === 'offer-countered';
}

function isOutcome(type: DealEvent['type']): type is OfferOutcome {
	return type in DEAL_STEP_TEXTS.outcomes;
}

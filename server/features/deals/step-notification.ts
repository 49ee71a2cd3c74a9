import type { DealEventType } from '#contract/deals/facts.ts';
import { aboutItem, STEP_TITLES } from '#contract/deals/words.ts';
import { chatPath } from '#server/features/notifications/present.ts';
import { stepText } from './step-text.ts';
import type { DealNotification, DealTransaction, NewStep } from './steps.ts';

/** Steps of which the other side gets a notification; those by time are told to the buyer, or to both. */
const KINDS: Readonly<Partial<Record<DealEventType, DealNotification['kind']>>> = {
	'offer-made': 'offer',
	'offer-countered': 'offer',
	'offer-accepted': 'offer',
	'offer-declined': 'offer',
	'offer-lapsed': 'offer',
	reserved: 'reservation',
	released: 'reservation',
	'reservation-ended': 'reservation',
	'queue-ended': 'queue-turn',
	'turn-began': 'queue-turn',
	'turn-lapsed': 'queue-turn',
	'handover-proposed': 'handover',
	'handover-agreed': 'handover',
	'handover-cancelled': 'handover',
	'handover-done': 'handover',
	'handover-missed': 'handover',
	sold: 'sale',
	'sale-confirmed': 'sale',
	'sale-denied': 'sale',
	'deal-completed': 'sale',
	reviewed: 'review',
	'review-answered': 'review',
};

/** The notification of the side that did not make the step; undefined if nobody is notified of it. */
export function notificationOfStep(
	{ buyerId, from, event, hasChatMessage, title = STEP_TITLES[event.type] }: NewStep,
	{ item, now, timeZone }: Pick<DealTransaction, 'item' | 'now' | 'timeZone'>,
): DealNotification | undefined {
	const kind = KINDS[event.type];
	if (!kind || !title || hasChatMessage === false) return undefined;
	return {
		kind,
		userId: from === 'buyer' ? item.sellerId : buyerId,
		title: aboutItem(title, item.title),
		message: stepText({ event, from }, now, timeZone),
		link: chatPath({ itemId: item.id, buyerId }),
	};
}

/**
 * Of the seller, for an end by time or because the buyer is gone: its message is from the seller's side, and the buyer is
 * notified as of any step.
 */
export function notificationOfSeller(
	{
		buyerId,
		event,
		title: words = STEP_TITLES[event.type],
	}: Pick<NewStep, 'buyerId' | 'event' | 'title'>,
	{ item }: Pick<DealTransaction, 'item'>,
): DealNotification {
	const kind = KINDS[event.type];
	if (!kind || !words) throw new Error(`Nobody is notified of the step ${event.type}.`);
	const title = aboutItem(words, item.title);
	const link = chatPath({ itemId: item.id, buyerId });
	return { kind, userId: item.sellerId, title, message: title, link };
}

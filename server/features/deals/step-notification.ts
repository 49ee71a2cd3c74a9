import type { DealEventType } from '#contract/deals/facts.ts';
import { aboutItem, STEP_TITLES } from '#contract/deals/server-texts.ts';
import { chatPath } from '#server/features/notifications/present.ts';
import { stepText } from './step-text.ts';
import type { DealNotification, DealTransaction, NewStep } from './steps.ts';

/**
 * The kind of notification of each step. The side that did not make the step is notified. Automatic steps notify the
 * buyer, and some also the seller.
 */
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

/** The notification of the side that did not make the step; undefined for a step without a notification. */
export function notificationOfStep(
	{ buyerId, from, event, title = STEP_TITLES[event.type] }: NewStep,
	{ item, now, timeZone }: Pick<DealTransaction, 'item' | 'now' | 'timeZone'>,
): DealNotification | undefined {
	const kind = KINDS[event.type];
	if (!kind || !title) return undefined;
	return {
		kind,
		userId: from === 'buyer' ? item.sellerId : buyerId,
		title: aboutItem(title, item.title),
		message: stepText({ event, from }, now, timeZone),
		link: chatPath({ itemId: item.id, buyerId }),
	};
}

/**
 * The seller's notification of an automatic end. The step is sent from the seller's side, so `notificationOfStep`
 * notifies only the buyer.
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

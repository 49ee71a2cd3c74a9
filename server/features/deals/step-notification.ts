import { formatRupees, isolated } from '#contract/core/format.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import type { DealEventType, DealRole } from '#contract/deals/facts.ts';
import { aboutItem, STEP_TITLES } from '#contract/deals/server-texts.ts';
import { chatPath } from '#server/features/chat/present.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import type { UserNotification } from '#server/features/notifications/queries.ts';
import { ERASED_TEXT } from '#server/lib/personal-data.ts';
import type { DealItem } from './item-queries.ts';
import { stepDetails, stepText } from './step-text.ts';
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
	step: NewStep,
	transaction: Pick<DealTransaction, 'now' | 'timeZone'>,
): DealNotification | undefined {
	const reader = step.from === 'buyer' ? 'seller' : 'buyer';
	return hasNotification(step.event) ? notificationFor(reader, step, transaction) : undefined;
}

/**
 * The seller's notification of an automatic end. The step is sent from the seller's side, so `notificationOfStep`
 * notifies only the buyer.
 */
export function notificationOfSeller(
	step: Pick<NewStep, 'buyerId' | 'event' | 'title'>,
	transaction: Pick<DealTransaction, 'now' | 'timeZone'>,
): DealNotification {
	return notificationFor('seller', { ...step, from: 'seller' }, transaction);
}

const hasNotification = ({ type }: DealEvent) => KINDS[type] !== undefined;

function notificationFor(
	reader: DealRole,
	{ buyerId, from, event, offered, title }: Omit<NewStep, 'subject'>,
	{ now, timeZone }: Pick<DealTransaction, 'now' | 'timeZone'>,
): DealNotification {
	const kind = KINDS[event.type];
	const titles: Readonly<Partial<Record<DealEventType, NewStep['title']>>> = STEP_TITLES;
	const words = title ?? titles[event.type];
	if (!kind || !words) throw new Error(`Nobody is notified of the step ${event.type}.`);
	const details = {
		...stepDetails(event, now, timeZone),
		reader,
		offered: offered === undefined ? '' : formatRupees(offered),
	};
	return {
		kind,
		reader,
		buyerId,
		title: (name) => words({ ...details, name }),
		message: stepText({ event, from }, now, timeZone),
	};
}

/** @param names of the users, by their ids */
export function presentNotification(
	{ kind, reader, buyerId, title, message, isReminder }: DealNotification,
	item: DealItem,
	names: ReadonlyMap<number, string>,
): UserNotification & Pick<DealNotification, 'kind'> {
	const [userId, otherId] =
		reader === 'buyer' ? [buyerId, item.sellerId] : [item.sellerId, buyerId];
	const what = title(isolated(names.get(otherId) ?? ''));
	const link = chatPath({ itemId: item.id, buyerId });
	return {
		kind,
		userId,
		// The title of an item goes with its seller's account.
		title: item.title === ERASED_TEXT ? what : aboutItem(what, shortTitle(item.title)),
		message,
		link,
		about: link,
		...(isReminder && { isReminder }),
	};
}

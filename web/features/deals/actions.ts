import { formatRupees } from '#contract/core/format.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import {
	DEAL_ACTION_LABELS,
	DEAL_DIALOG_TITLES,
	DEAL_MESSAGES,
	DEAL_QUESTIONS,
	SELLER_DONE_QUESTION,
} from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { DealStep } from './queries.ts';

/** From the one that matters most now to the one that is needed least. */
const ORDER: readonly DealAction[] = [
	'take-turn',
	'pass-turn',
	'confirm-sale',
	'deny-sale',
	'handover-done',
	'handover-missed',
	'review',
	'reply-review',
	'accept-offer',
	'counter-offer',
	'accept-handover',
	'propose-handover',
	'cancel-handover',
	'offer',
	'join-queue',
	'decline-offer',
	'withdraw-offer',
	'reserve',
	'release',
	'leave-queue',
];

/** What is done with a form. */
export type FormAction = keyof typeof DEAL_DIALOG_TITLES;

export interface Question {
	title: string;
	question: (name: string) => string;
	confirm: string;
	/** The answer that changes nothing. */
	keep: string;
}

/** The possible actions, the main ones first. */
export function orderedActions({ actions }: Deal): DealAction[] {
	return ORDER.filter((action) => actions.includes(action));
}

export function isFormAction(action: DealAction): action is FormAction {
	return action in DEAL_DIALOG_TITLES;
}

/** What is asked before the action; undefined if it is done at once. */
export function questionBefore(action: DealAction, { role }: Deal): Question | undefined {
	if (action === 'handover-done' && role === 'seller') return SELLER_DONE_QUESTION;
	return (DEAL_QUESTIONS as Partial<Record<DealAction, Question>>)[action];
}

/** The words of an action's button. */
export function actionLabel(action: DealAction, { offer, askedPrice, handover }: Deal): string {
	const label = DEAL_ACTION_LABELS[action];
	if (action === 'accept-offer' && offer) return `${label} ${formatRupees(offer.amount)}`;
	if (action === 'take-turn' && askedPrice > 0) return `${label} for ${formatRupees(askedPrice)}`;
	if (action === 'propose-handover' && handover) return DEAL_MESSAGES.otherTime;
	return label;
}

/**
 * The request of an action that needs nothing but what the deal names.
 * @returns undefined for an action with a form, and if the deal has not what it names
 */
export function stepOf(action: DealAction, { offer, handover }: Deal): DealStep | undefined {
	switch (action) {
		case 'accept-offer':
		case 'decline-offer':
		case 'withdraw-offer':
			return offer ? { action, body: { offerId: offer.id } } : undefined;
		case 'cancel-handover':
		case 'handover-done':
		case 'handover-missed':
			return handover ? { action, body: { handoverId: handover.id } } : undefined;
		default:
			return isFormAction(action) ? undefined : { action, body: {} };
	}
}

import { formatRupees } from '#contract/core/format.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import {
	DEAL_ACTION_LABELS,
	DEAL_CONFIRMATIONS,
	DEAL_DIALOG_TITLES,
	DEAL_MESSAGES,
	SELLER_DONE_CONFIRMATION,
} from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { StepRequest } from './queries.ts';

/** All actions, the most important first. */
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

/** An action that opens a form. */
export type FormAction = keyof typeof DEAL_DIALOG_TITLES;

/** The texts of the dialog in which an action is confirmed. */
export interface Confirmation {
	title: string;
	/** @param name the other person's name */
	consequence: (name: string) => string;
	confirm: string;
	/** Label of the button that closes the dialog without the action. */
	keep: string;
}

/** The possible actions, the most important first. */
export function orderedActions({ actions }: Deal): DealAction[] {
	return ORDER.filter((action) => actions.includes(action));
}

export function isFormAction(action: DealAction): action is FormAction {
	return action in DEAL_DIALOG_TITLES;
}

/** Undefined if the action needs no confirmation. */
export function confirmationFor(action: DealAction, { role }: Deal): Confirmation | undefined {
	if (action === 'handover-done' && role === 'seller') return SELLER_DONE_CONFIRMATION;
	return (DEAL_CONFIRMATIONS as Partial<Record<DealAction, Confirmation>>)[action];
}

/** The label of an action's button. */
export function actionLabel(action: DealAction, { offer, askedPrice, handover }: Deal): string {
	const label = DEAL_ACTION_LABELS[action];
	if (action === 'accept-offer' && offer) return `${label} ${formatRupees(offer.amount)}`;
	if (action === 'take-turn' && askedPrice > 0) return `${label} for ${formatRupees(askedPrice)}`;
	if (action === 'propose-handover' && handover) return DEAL_MESSAGES.otherTime;
	return label;
}

/**
 * The request of an action without a form, with the ids that it needs from the deal.
 * @returns undefined for an action with a form, or if the deal has no such offer or hand-over
 */
export function stepOf(action: DealAction, { offer, handover }: Deal): StepRequest | undefined {
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

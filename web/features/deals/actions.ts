import { formatRupees } from '#contract/core/format.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import {
	DEAL_ACTION_LABELS,
	DEAL_CONFIRMATIONS,
	DEAL_DIALOG_TITLES,
	DEAL_MESSAGES,
	SELLER_DONE_CONFIRMATION,
} from '#contract/deals/messages.ts';
import type { Deal, DealBodies } from '#contract/deals/schemas.ts';

/** The request of a step: an action with its body. */
export type StepRequest = {
	[Action in DealAction]: { action: Action; body: DealBodies[Action] };
}[DealAction];

/** Why a step failed. `refused-input`: the server refused an entered value; `other`: any other reason. */
export interface StepFailure {
	kind: 'refused-input' | 'other';
	message: string;
	/** Path of the refused field in the body of the request. */
	path?: string | undefined;
}

/** All actions that have a button, the most important first. A proposed time is accepted by its own button. */
const ORDER: readonly DealAction[] = [
	'take-turn',
	'pass-turn',
	'confirm-sale',
	'deny-sale',
	'handover-contest',
	'handover-done',
	'handover-no-deal',
	'handover-missed',
	'review',
	'reply-review',
	'accept-offer',
	'counter-offer',
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

/** Whether an agreed hand-over is still to come, and nobody has said that it is done. */
export function isMeetingAhead({ actions }: Deal): boolean {
	return actions.includes('cancel-handover');
}

/** The actions with a button, the most important first; while the meeting is ahead, calling it off before all others. */
export function orderedActions(deal: Deal): DealAction[] {
	const ordered = ORDER.filter((action) => deal.actions.includes(action));
	if (!isMeetingAhead(deal)) return ordered;
	return ['cancel-handover', ...ordered.filter((action) => action !== 'cancel-handover')];
}

export function isFormAction(action: DealAction): action is FormAction {
	return action in DEAL_DIALOG_TITLES;
}

/** Undefined if the action needs no confirmation. */
export function confirmationFor(action: DealAction, { role }: Deal): Confirmation | undefined {
	if (action === 'handover-done' && role === 'seller') return SELLER_DONE_CONFIRMATION;
	return (DEAL_CONFIRMATIONS as Partial<Record<DealAction, Confirmation>>)[action];
}

/** Whether the action's buttons are red. */
export function isDangerous(action: DealAction): boolean {
	return action === 'cancel-handover' || action === 'handover-missed';
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
		case 'handover-no-deal':
		case 'handover-missed':
		case 'handover-contest':
			return handover ? { action, body: { handoverId: handover.id } } : undefined;
		case 'accept-handover':
			return undefined;
		default:
			return isFormAction(action) ? undefined : { action, body: {} };
	}
}

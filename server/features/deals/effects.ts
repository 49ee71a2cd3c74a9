import type { DealAction } from '#contract/deals/facts.ts';
import { handoverEffects } from './handover-effects.ts';
import { offerEffects } from './offer-effects.ts';
import { queueEffects } from './queue-effects.ts';
import { reservationEffects } from './reservation-effects.ts';
import { reviewEffects } from './review-effects.ts';
import { saleEffects } from './sale-effects.ts';
import type { ActionContext, Effects } from './steps.ts';

/** The functions that carry out the actions. */
const EFFECTS: Effects<DealAction> = {
	...offerEffects,
	...reservationEffects,
	...queueEffects,
	...handoverEffects,
	...saleEffects,
	...reviewEffects,
};

/** Carries out an action that is allowed. */
export function applyEffect<Action extends DealAction>(
	action: Action,
	context: ActionContext<Action>,
): Promise<void> {
	return EFFECTS[action](context);
}

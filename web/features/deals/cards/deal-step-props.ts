import type { DealEvent } from '#contract/deals/events.ts';
import type { OfferOutcome } from './offer-outcomes.ts';

/** A message that reports a step of the deal. */
export interface DealStepProps {
	event: DealEvent;
	/** The text of the message. */
	text: string;
	/** ISO 8601. */
	at: string;
	/** Whether the reader took the step. */
	isOwn: boolean;
	/** The outcome of an offer; undefined if no later step of the chat has ended the offer. */
	outcome: OfferOutcome | undefined;
}

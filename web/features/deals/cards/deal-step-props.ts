import type { DealEvent } from '#contract/deals/events.ts';
import type { OfferOutcome } from './offer-outcomes.ts';

/** A message that tells of a step of the deal. */
export interface DealStepProps {
	event: DealEvent;
	/** The words of the message. */
	text: string;
	/** ISO 8601. */
	at: string;
	/** The reader did it. */
	isOwn: boolean;
	/** What became of an offer; undefined while nothing has. */
	outcome: OfferOutcome | undefined;
}

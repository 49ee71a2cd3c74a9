import { useState } from 'react';
import { DEAL_STEP_TEXTS as TEXTS } from '#contract/deals/step-texts.ts';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import { Price } from '#web/ui/price.tsx';
import type { DealStepProps } from './deal-step-props.ts';
import { StepCard } from './step-card.tsx';

/** The clocks of browser and server are assumed to differ by no more than this. */
const CLOCK_DIFFERENCE_MAX_MS = 10 * 60_000;

/** An offer or a counter-offer: its author, its amount, and its deadline or outcome. */
export function OfferCard({ event, at, isOwn, outcome }: DealStepProps) {
	const { deal, dealUpdatedAt, name } = useDeal();
	const isCounter = event.type === 'offer-countered';
	const own = isCounter ? TEXTS.youCountered : TEXTS.youOffered;
	const theirs = isCounter ? TEXTS.theyCountered(name) : TEXTS.theyOffered(name);
	const [cardShownAtMs] = useState(() => Date.now());
	// Only a deal that is newer than the message can show that the offer is no longer open. A deal fetched since this
	// card appeared is newer. For a deal fetched earlier, the time of the fetch is compared with the server's time of
	// the message.
	const isDealNewer =
		dealUpdatedAt >= cardShownAtMs || dealUpdatedAt - Date.parse(at) > CLOCK_DIFFERENCE_MAX_MS;
	const isGone = deal !== undefined && isDealNewer && deal.offer?.id !== event.offerId;
	const isOver = isGone || Date.parse(event.expiresAt ?? '') <= Date.now();

	return (
		<StepCard isOwn={isOwn} title={isOwn ? own : theirs} at={at}>
			<p>
				<Price rupees={event.amount ?? 0} className="text-2xl" />
			</p>
			<p className="text-xs text-ink-soft">{statusText()}</p>
		</StepCard>
	);

	function statusText(): string {
		if (outcome) return TEXTS.outcomes[outcome];
		if (isOver || !event.expiresAt) return TEXTS.outcomes['offer-lapsed'];
		return TEXTS.openUntil(formatDealTime(event.expiresAt));
	}
}

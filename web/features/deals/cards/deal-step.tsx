import { Trash2 } from 'lucide-react';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { CalendarButton } from '#web/features/deals/calendar-button.tsx';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { formatClock, formatMoment } from '#web/lib/format.ts';
import type { DealStepProps } from './deal-step-props.ts';
import { describeStep } from './describe-step.ts';
import { OfferCard } from './offer-card.tsx';
import { isOffer } from './offer-outcomes.ts';
import { ProposalCard } from './proposal-card.tsx';
import { ReviewCard } from './review-card.tsx';

/** A step of a deal in the chat. Offers, proposals and reviews are cards; all other steps are a centred line. */
export function DealStep(props: DealStepProps) {
	const { event, at, isOwn } = props;
	const { deal } = useDeal();
	const reviews = deal?.review;
	// A review of an earlier sale to the same buyer is shown as a line: the deal contains only the reviews of the
	// newest sale.
	const isOfShownSale = event.saleId === undefined || event.saleId === reviews?.saleId;
	const review = isOfShownSale && reviews?.[isOwn ? 'mine' : 'theirs'];

	if (isOffer(event)) return <OfferCard {...props} />;
	if (event.type === 'handover-proposed' && event.spot) {
		return <ProposalCard {...props} spot={event.spot} />;
	}
	if (event.type === 'reviewed' && review) return <ReviewCard {...props} review={review} />;
	const isInCalendar =
		event.type === 'handover-cancelled' && deal && !deal.sale && !deal.handover?.agreedSlot;
	return (
		<li className="mt-2 grid justify-items-center gap-1.5 justify-self-center">
			<p className="rounded-[1.25rem] bg-sunken px-3.5 py-1 text-center text-xs font-semibold text-ink-soft wrap-anywhere">
				<StepLine {...props} />{' '}
				<time dateTime={at} title={formatMoment(at)} className="font-normal tabular-nums">
					{formatClock(at)}
				</time>
			</p>
			{isInCalendar && (
				<CalendarButton deal={deal} Icon={Trash2} className="px-3!">
					{DEAL_MESSAGES.removeFromCalendar}
				</CalendarButton>
			)}
		</li>
	);
}

function StepLine({ event, isOwn, text }: DealStepProps) {
	const { role, name } = useDeal();
	return describeStep(event, { isOwn, role, name, text });
}

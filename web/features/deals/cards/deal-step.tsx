import { MapPin, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { DEAL_STEP_TEXTS as TEXTS } from '#contract/deals/step-texts.ts';
import { CalendarButton } from '#web/features/deals/calendar-button.tsx';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import { formatClock, formatMoment } from '#web/lib/format.ts';
import { Price } from '#web/ui/price.tsx';
import { describeStep, isOffer, type OfferOutcome } from './describe-step.ts';
import { ReviewContent } from './review-content.tsx';

/** The clocks of browser and server are assumed to differ by no more than this. */
const CLOCK_DIFFERENCE_MAX_MS = 10 * 60_000;

/** A message that reports a step of the deal. */
interface DealStepProps {
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

/** A step of a deal in the chat. Offers, proposals and reviews are cards; all other steps are a centred line. */
export function DealStep(props: DealStepProps) {
	const { event, at, isOwn } = props;
	const { deal, name } = useDeal();
	const reviews = deal?.review;
	// A review of an earlier sale to the same buyer is shown as a line: the deal contains only the reviews of the
	// newest sale.
	const isOfShownSale = event.saleId === undefined || event.saleId === reviews?.saleId;
	const review = isOfShownSale && reviews?.[isOwn ? 'mine' : 'theirs'];

	if (isOffer(event)) return <OfferCard {...props} />;
	if (event.type === 'handover-proposed' && event.spot) {
		return <ProposalCard {...props} spot={event.spot} />;
	}
	if (event.type === 'reviewed' && review) {
		return (
			<StepCard isWide isOwn={isOwn} title={TEXTS.reviewed(isOwn ? TEXTS.you : name)} at={at}>
				<ReviewContent review={review} />
			</StepCard>
		);
	}
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

/** An offer or a counter-offer: its author, its amount, and its deadline or outcome. */
function OfferCard({ event, at, isOwn, outcome }: DealStepProps) {
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

interface ProposalCardProps extends DealStepProps {
	spot: NonNullable<DealEvent['spot']>;
}

/** A proposed place with its times. The reader answers in the panel above the chat. */
function ProposalCard({ event, spot, at, isOwn }: ProposalCardProps) {
	const { name } = useDeal();
	return (
		<StepCard
			isWide
			isOwn={isOwn}
			title={isOwn ? TEXTS.youPropose : TEXTS.theyPropose(name)}
			at={at}
		>
			<p className="flex items-center gap-1.5 font-semibold">
				<MapPin aria-hidden="true" className="size-4.5 shrink-0" />
				<bdi>{spot.name}</bdi>
			</p>
			{spot.hint && <p className="text-xs text-ink-soft">{spot.hint}</p>}
			<ul className="mt-1 flex flex-wrap gap-x-3 text-sm font-semibold tabular-nums">
				{event.slots?.map((slot) => (
					<li key={slot}>{formatDealTime(slot)}</li>
				))}
			</ul>
		</StepCard>
	);
}

interface StepCardProps {
	/**
	 * Whether the reader took the step. It decides the colour of the border, and the side of a card that is not wide.
	 */
	isOwn: boolean;
	/** The author and the step, such as 'You offered'. */
	title: string;
	/** ISO 8601. */
	at: string;
	isWide?: boolean;
	children: ReactNode;
}

/** A card in the chat for an offer, a proposal or a review. */
function StepCard({ isOwn, title, at, isWide = false, children }: StepCardProps) {
	return (
		<li
			className={`mt-2 grid min-w-0 ${isWide ? '' : isOwn ? 'justify-items-end' : 'justify-items-start'}`}
		>
			<div
				className={`grid max-w-full min-w-48 gap-0.5 rounded-card border-[1.5px] bg-surface px-3.5 py-2.5 wrap-anywhere ${isOwn ? 'border-accent' : 'border-line'}`}
			>
				<p className="flex justify-between gap-4 text-xs text-ink-soft">
					{title}
					<time dateTime={at} title={formatMoment(at)} className="shrink-0 tabular-nums">
						{formatClock(at)}
					</time>
				</p>
				{children}
			</div>
		</li>
	);
}

import { useId } from 'react';
import type { DealEvent } from '#contract/deals/events.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { DEAL_STEP_TEXTS as TEXTS } from '#contract/deals/step-texts.ts';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import { SlotChoice } from '#web/features/deals/forms/slot-choice.tsx';
import { SpotText } from '#web/features/deals/forms/spot-text.tsx';
import { useChosenSlot } from '#web/features/deals/forms/use-chosen-slot.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import type { DealStepProps } from './deal-step-props.ts';
import { StepCard } from './step-card.tsx';

interface ProposalCardProps extends DealStepProps {
	spot: NonNullable<DealEvent['spot']>;
}

/** A proposed place with its times. While the reader can accept the proposal, they choose one of the times here. */
export function ProposalCard({ event, spot, at, isOwn }: ProposalCardProps) {
	const { deal, name } = useDeal();
	const { slots = [], handoverId } = event;
	const canAnswer =
		handoverId !== undefined &&
		deal?.handover?.id === handoverId &&
		deal.actions.includes('accept-handover');

	return (
		<StepCard
			isWide
			isOwn={isOwn}
			title={isOwn ? TEXTS.youPropose : TEXTS.theyPropose(name)}
			at={at}
		>
			<SpotText spot={spot} />
			{canAnswer ? (
				<ProposalAnswer handoverId={handoverId} slots={slots} />
			) : (
				<ul className="mt-1 flex flex-wrap gap-x-3 text-sm font-semibold tabular-nums">
					{slots.map((slot) => (
						<li key={slot}>{formatDealTime(slot)}</li>
					))}
				</ul>
			)}
		</StepCard>
	);
}

interface ProposalAnswerProps {
	handoverId: number;
	slots: readonly string[];
}

function ProposalAnswer({ handoverId, slots }: ProposalAnswerProps) {
	const { deal, send, start, pending } = useDeal();
	const group = useId();
	const choice = useChosenSlot();
	const { slot } = choice;

	async function take() {
		if (slot === undefined || pending) return;
		const failure = await send({ action: 'accept-handover', body: { handoverId, slot } });
		if (failure) toast(failure.message, { tone: 'bad' });
	}

	return (
		<div className="mt-2 grid gap-2.5">
			<SlotChoice name={group} slots={slots} choice={choice} />
			<div className="flex flex-wrap gap-2">
				<Button
					variant="main"
					size="small"
					disabled={slot === undefined}
					busy={pending === 'accept-handover'}
					onClick={() => void take()}
					className="grow tabular-nums tablet:grow-0"
				>
					{choice.buttonLabel}
				</Button>
				{deal?.actions.includes('propose-handover') && (
					<Button size="small" onClick={() => start('propose-handover')}>
						{DEAL_MESSAGES.otherTime}
					</Button>
				)}
			</div>
		</div>
	);
}

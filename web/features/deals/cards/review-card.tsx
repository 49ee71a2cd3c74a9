import type { DealReview } from '#contract/deals/schemas.ts';
import { DEAL_STEP_TEXTS as TEXTS } from '#contract/deals/step-texts.ts';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import type { DealStepProps } from './deal-step-props.ts';
import { ReviewContent } from './review-content.tsx';
import { StepCard } from './step-card.tsx';

/** A review that the reader may see: their own, or the other person's once it is published. */
export function ReviewCard({ review, at, isOwn }: DealStepProps & { review: DealReview }) {
	const { name } = useDeal();
	return (
		<StepCard isWide isOwn={isOwn} title={TEXTS.reviewed(isOwn ? TEXTS.you : name)} at={at}>
			<ReviewContent review={review} />
		</StepCard>
	);
}

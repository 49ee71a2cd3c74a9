import { REVIEW_TAG_LABELS } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { DealReview } from '#contract/deals/schemas.ts';
import { Stars } from '#web/ui/stars.tsx';

/** Stars, tags and text of a review, and the answer to it. */
export function ReviewContent({ review }: { review: DealReview }) {
	const { stars, tags, text, answer } = review;
	return (
		<div className="grid gap-1.5">
			<p className="flex">
				<Stars stars={stars} />
			</p>
			{tags.length > 0 && (
				<p className="text-xs font-semibold text-ink-soft">
					{tags.map((tag) => REVIEW_TAG_LABELS[tag]).join(' · ')}
				</p>
			)}
			{text && (
				<p dir="auto" className="whitespace-pre-line wrap-anywhere">
					{text}
				</p>
			)}
			{answer && (
				<p dir="auto" className="border-l-2 border-line pl-2.5 text-sm wrap-anywhere">
					<span className="font-semibold">{DEAL_MESSAGES.answered}: </span>
					{answer.text}
				</p>
			)}
		</div>
	);
}

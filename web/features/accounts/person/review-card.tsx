import { Flag } from 'lucide-react';
import { REVIEW_TAG_LABELS } from '#contract/deals/labels.ts';
import { REVIEW_TEXTS, REVIEWER_LABELS } from '#contract/deals/review-texts.ts';
import type { PersonReview } from '#contract/deals/schemas.ts';
import { personPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';

interface ReviewCardProps {
	review: PersonReview;
	/** The name of the reviewed person. */
	about: string;
	/** Undefined for reviews that the user wrote. */
	onReport: (() => void) | undefined;
}

/** One review with its answer. */
export function ReviewCard({ review, about, onReport }: ReviewCardProps) {
	const { stars, tags, text, answer, by, role, createdAt } = review;

	return (
		<article className="grid gap-3 rounded-card border border-line bg-surface p-4">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm wrap-anywhere">
					<Stars stars={stars} />
					{by.id === null || by.hasPage === false ? (
						<span className="font-semibold">{by.userName}</span>
					) : (
						<Link
							to={personPath(by.id)}
							className="inline-flex min-h-11 items-center font-semibold text-link"
						>
							{by.userName}
						</Link>
					)}
					<span className="text-ink-soft">
						{REVIEWER_LABELS[role]} · <TimeAgo iso={createdAt} />
					</span>
				</p>
				{onReport && (
					<Button
						variant="quiet"
						size="small"
						aria-label={REVIEW_TEXTS.reportOf(by.userName)}
						onClick={onReport}
						className="text-ink-soft"
					>
						<Flag aria-hidden="true" className="size-4.5" />
						{REVIEW_TEXTS.report}
					</Button>
				)}
			</div>
			{tags.length > 0 && (
				<ul aria-label="Tags" className="flex flex-wrap gap-2">
					{tags.map((tag) => (
						<li key={tag} className="rounded-full bg-sunken px-3 py-1 text-xs font-semibold">
							{REVIEW_TAG_LABELS[tag]}
						</li>
					))}
				</ul>
			)}
			{text && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>}
			{answer && (
				<div className="grid gap-1 border-l-3 border-line pl-3 text-sm">
					<p className="font-semibold wrap-anywhere">{REVIEW_TEXTS.answerOf(about)}</p>
					<p className="max-w-prose wrap-anywhere whitespace-pre-line">{answer.text}</p>
				</div>
			)}
		</article>
	);
}

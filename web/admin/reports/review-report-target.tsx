import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminReviewReport } from '#contract/admin/review-reports.ts';
import { REVIEW_TAG_LABELS } from '#contract/deals/labels.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { Link } from '#web/ui/link.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { PersonLink } from './report-details.tsx';

/** The reported review with its answer, and links to its people and its item. */
export function ReviewReportTarget({ review }: { review: AdminReviewReport['Review'] }) {
	const { stars, tags, text, answer, isHidden, writer, about, itemId, createdAt } = review;

	return (
		<section aria-label="Review" className="grid gap-2 rounded-card border border-line p-3 text-sm">
			<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<Stars stars={stars} />
				{isHidden ? (
					<StatusLabel tone="bad">Hidden</StatusLabel>
				) : (
					<StatusLabel tone="good">Shown</StatusLabel>
				)}
			</p>
			{tags.length > 0 && <p>{tags.map((tag) => REVIEW_TAG_LABELS[tag]).join(', ')}</p>}
			{text && <p className="text-base wrap-anywhere whitespace-pre-line">{text}</p>}
			{answer && (
				<p className="border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-line">
					<span className="block text-ink-soft">{REVIEW_TEXTS.answerOf(about.userName)}</span>
					{answer.text}
				</p>
			)}
			<p className="wrap-anywhere">
				<PersonLink {...writer} /> <span className="text-ink-soft">about</span>{' '}
				<PersonLink {...about} />
				<span className="text-ink-soft">, {formatMoment(createdAt)}, </span>
				<Link to={`${ADMIN_PAGES.items}?item=${itemId}`} className="font-semibold text-link">
					Item {itemId}
				</Link>
			</p>
		</section>
	);
}

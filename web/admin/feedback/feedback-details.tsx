import type { AdminFeedback } from '#contract/admin/feedback.ts';
import { FEEDBACK_CATEGORY_LABELS } from '#contract/feedback/facts.ts';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { FeedbackStatus } from './feedback-status.tsx';
import { Stars } from './stars.tsx';

/** The panel's content about one feedback entry. */
export function FeedbackDetails({ entry }: { entry: AdminFeedback }) {
	const { email, category, isPublic, createdAt, reviewer, reviewedAt, adminNotes } = entry;
	return (
		<>
			<div className="grid gap-2">
				<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
					<FeedbackStatus {...entry} />
					<Stars rating={entry.rating} />
				</p>
				<blockquote className="border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
					{entry.feedback}
				</blockquote>
			</div>
			<dl className="grid gap-3">
				<Detail label="Email">
					{/* Opens a new page: otherwise the browser fires `beforeunload` here, which sends the delayed changes. */}
					<a
						href={`mailto:${email}`}
						target="_blank"
						rel="noreferrer"
						className="font-semibold text-link"
					>
						{email}
					</a>
				</Detail>
				<Detail label="Category">{FEEDBACK_CATEGORY_LABELS[category]}</Detail>
				<Detail label="Public">{isPublic ? 'Yes, a testimonial' : 'No'}</Detail>
				<Detail label="Sent">{formatMoment(createdAt)}</Detail>
				{reviewer && <Detail label="Reviewed by">{reviewer.username}</Detail>}
				{reviewedAt && <Detail label="Reviewed">{formatMoment(reviewedAt)}</Detail>}
				{adminNotes && <Detail label="Notes">{adminNotes}</Detail>}
			</dl>
		</>
	);
}

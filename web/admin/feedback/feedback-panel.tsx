import { useQuery } from '@tanstack/react-query';
import { ADMIN_FEEDBACK_MESSAGES, type AdminFeedback } from '#contract/admin/feedback.ts';
import { FEEDBACK_CATEGORY_LABELS } from '#contract/feedback/feedback.ts';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { currentData, PanelContent } from '#web/admin/kit/panel-content.tsx';
import { Detail, SidePanel } from '#web/admin/kit/side-panel.tsx';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';
import { formatMoment } from '#web/lib/format.ts';
import { FeedbackStatus } from './feedback-columns.tsx';
import { feedbackEntryQuery } from './queries.ts';
import { Stars } from './stars.tsx';

interface FeedbackPanelProps {
	id: number;
	/** The feedback as the list has it. */
	listed: AdminFeedback | undefined;
	actionsOf: (entry: AdminFeedback) => readonly ListAction[];
	onClose: () => void;
}

/** One feedback in full. */
export function FeedbackPanel({ id, listed, actionsOf, onClose }: FeedbackPanelProps) {
	const query = useQuery(feedbackEntryQuery(id, listed));
	const entry = currentData(query);
	const actions = entry ? actionsOf(entry) : [];

	return (
		<SidePanel
			title={entry ? `Feedback from ${entry.name}` : 'Feedback'}
			onClose={onClose}
			actions={actions.length > 0 && <PanelActions actions={actions} />}
		>
			<PanelContent query={query} failureMessage={ADMIN_FEEDBACK_MESSAGES.loadFailed}>
				{(shown) => <FeedbackDetails entry={shown} />}
			</PanelContent>
		</SidePanel>
	);
}

function FeedbackDetails({ entry }: { entry: AdminFeedback }) {
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
			<FeedbackInfo entry={entry} />
		</>
	);
}

function FeedbackInfo({ entry }: { entry: AdminFeedback }) {
	const { email, category, isPublic, createdAt, reviewer, reviewedAt, adminNotes } = entry;
	return (
		<dl className="grid gap-3">
			<Detail label="Email">
				<a href={`mailto:${email}`} className="font-semibold text-link">
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
	);
}

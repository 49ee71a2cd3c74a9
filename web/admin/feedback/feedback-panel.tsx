import { useQuery } from '@tanstack/react-query';
import { ADMIN_FEEDBACK_MESSAGES, type AdminFeedback } from '#contract/admin/feedback.ts';
import { FEEDBACK_CATEGORY_LABELS } from '#contract/feedback/feedback.ts';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { PanelAnswer, shownAnswer } from '#web/admin/kit/panel-answer.tsx';
import { Fact, SidePanel } from '#web/admin/kit/side-panel.tsx';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';
import { formatMoment } from '#web/lib/format.ts';
import { FeedbackStatus } from './feedback-columns.tsx';
import { oneFeedbackQuery } from './queries.ts';
import { Stars } from './stars.tsx';

interface FeedbackPanelProps {
	id: number;
	/** As the list has it. */
	known: AdminFeedback | undefined;
	actionsOf: (entry: AdminFeedback) => readonly ListAction[];
	onClose: () => void;
}

/** One person's feedback in full. */
export function FeedbackPanel({ id, known, actionsOf, onClose }: FeedbackPanelProps) {
	const query = useQuery(oneFeedbackQuery(id, known));
	const entry = shownAnswer(query);
	const actions = entry ? actionsOf(entry) : [];

	return (
		<SidePanel
			title={entry ? `Feedback from ${entry.name}` : 'Feedback'}
			onClose={onClose}
			actions={actions.length > 0 && <PanelActions actions={actions} />}
		>
			<PanelAnswer query={query} failed={ADMIN_FEEDBACK_MESSAGES.loadFailed}>
				{(shown) => <FeedbackDetails entry={shown} />}
			</PanelAnswer>
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
			<FeedbackFacts entry={entry} />
		</>
	);
}

function FeedbackFacts({ entry }: { entry: AdminFeedback }) {
	const { email, category, isPublic, createdAt, reviewer, reviewedAt, adminNotes } = entry;
	return (
		<dl className="grid gap-3">
			<Fact label="Email">
				<a href={`mailto:${email}`} className="font-semibold text-link">
					{email}
				</a>
			</Fact>
			<Fact label="Category">{FEEDBACK_CATEGORY_LABELS[category]}</Fact>
			<Fact label="Public">{isPublic ? 'Yes, a testimonial' : 'No'}</Fact>
			<Fact label="Sent">{formatMoment(createdAt)}</Fact>
			{reviewer && <Fact label="Reviewed by">{reviewer.username}</Fact>}
			{reviewedAt && <Fact label="Reviewed">{formatMoment(reviewedAt)}</Fact>}
			{adminNotes && <Fact label="Notes">{adminNotes}</Fact>}
		</dl>
	);
}

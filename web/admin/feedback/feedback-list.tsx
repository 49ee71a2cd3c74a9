import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_FEEDBACK_MESSAGES, type AdminFeedback } from '#contract/admin/feedback.ts';
import { NOTE_LIMITS, NOTE_MESSAGES } from '#contract/admin/notes.ts';
import { codePointLength } from '#contract/core/common.ts';
import { type BulkAction, BulkBar } from '#web/admin/kit/bulk-bar.tsx';
import { bulkPreview } from '#web/admin/kit/bulk-preview.ts';
import { DataTable } from '#web/admin/kit/data-table.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import type { RowsChoice } from '#web/admin/kit/pager.tsx';
import { useOpened } from '#web/admin/kit/use-filters.ts';
import { useSelection } from '#web/admin/kit/use-selection.ts';
import { WordsDialog } from '#web/admin/kit/words-dialog.tsx';
import { feedbackActions } from './feedback-actions.ts';
import { FEEDBACK_COLUMNS } from './feedback-columns.tsx';
import { FeedbackPanel } from './feedback-panel.tsx';
import { type FeedbackFilters, feedbackQuery } from './queries.ts';
import { type FeedbackChanges, useFeedbackChanges } from './use-feedback-changes.ts';

interface FeedbackListProps {
	filters: FeedbackFilters;
	page: number;
	/** Where the filters leave nothing. */
	empty: { title: string; hint?: string };
	onTurn: (page: number) => void;
	rows: RowsChoice;
}

const NOTHING: readonly AdminFeedback[] = [];
const ALL_PENDING = 'Select all pending feedback';

/** One page of feedback with what is done to it: one by one, or the pending ones of a selection together. */
export function FeedbackList({ filters, page, empty, onTurn, rows }: FeedbackListProps) {
	const query = useQuery(feedbackQuery(filters, page));
	const feedbacks = query.data?.feedbacks ?? NOTHING;
	const { opened, open } = useOpened('feedback');
	const [rejecting, setRejecting] = useState<number>();
	const changes = useFeedbackChanges();
	const { ids, selected, select, clear } = useSelection(feedbacks, ({ id }) => id);
	const actionsOf = (entry: AdminFeedback) => feedbackActions(entry, changes, setRejecting);

	return (
		<>
			<ListBody
				label="Feedback"
				query={query}
				failed={ADMIN_FEEDBACK_MESSAGES.loadFailed}
				empty={empty}
				one="entry"
				many="entries"
				onTurn={onTurn}
				rows={rows}
				isEmpty={(answer) => answer.feedbacks.length === 0}
			>
				{(answer, isBusy) => (
					<DataTable
						label="Feedback"
						columns={FEEDBACK_COLUMNS}
						rows={answer.feedbacks}
						idOf={({ id }) => id}
						nameOf={({ name }) => `feedback from ${name}`}
						actionsOf={actionsOf}
						open={({ id }) => open(id, { isMove: opened !== undefined })}
						openedId={opened}
						selection={{ ids, isSelectable: isPending, allLabel: ALL_PENDING, onChange: select }}
						isBusy={isBusy}
					/>
				)}
			</ListBody>
			<FeedbackBulk selected={selected} approving={changes.approveTogether} onClear={clear} />
			{opened !== undefined && (
				<FeedbackPanel
					key={opened}
					id={opened}
					known={feedbacks.find(({ id }) => id === opened)}
					actionsOf={actionsOf}
					onClose={() => open(undefined)}
				/>
			)}
			<WordsDialog
				open={rejecting !== undefined}
				title="Reject feedback"
				says="It is not shown to anyone. The person who wrote it is not told."
				label="Note (optional)"
				hint={`Kept with the feedback; without one it says “${ADMIN_FEEDBACK_MESSAGES.rejectedNote}”.`}
				confirmLabel="Reject"
				isBad
				faultOf={(words) =>
					codePointLength(words) > NOTE_LIMITS.max ? NOTE_MESSAGES.tooLong : undefined
				}
				failed={ADMIN_FEEDBACK_MESSAGES.changeFailed}
				onSubmit={async (adminNotes) => {
					if (rejecting !== undefined)
						await changes.reject.mutateAsync({ id: rejecting, adminNotes });
				}}
				onClose={() => setRejecting(undefined)}
			/>
		</>
	);
}

interface FeedbackBulkProps {
	selected: readonly AdminFeedback[];
	approving: FeedbackChanges['approveTogether'];
	onClear: () => void;
}

function FeedbackBulk({ selected, approving, onClear }: FeedbackBulkProps) {
	const pending = selected.filter(isPending);
	const approve: BulkAction = {
		label: 'Approve selected',
		preview: previewOf(selected),
		isIdle: pending.length === 0,
		run: () => approving.mutateAsync(pending.map(({ id }) => id)),
	};

	return <BulkBar count={selected.length} actions={[approve]} onClear={onClear} />;
}

function isPending({ status }: AdminFeedback): boolean {
	return status === 'pending';
}

/** What approving a selection does, before it is done. */
function previewOf(selected: readonly AdminFeedback[]): string {
	return bulkPreview({
		verb: 'Approve',
		one: 'entry',
		many: 'entries',
		selected: selected.length,
		already: selected.filter((entry) => !isPending(entry)).length,
		state: 'decided',
		means: 'Everyone on the market can read what you approve.',
	});
}

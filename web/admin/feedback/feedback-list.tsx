import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_FEEDBACK_MESSAGES, type AdminFeedback } from '#contract/admin/feedback.ts';
import { NOTE_LIMITS, NOTE_MESSAGES } from '#contract/admin/notes.ts';
import { codePointLength } from '#contract/core/common.ts';
import { type BulkAction, BulkBar } from '#web/admin/kit/bulk-bar.tsx';
import { bulkPreview } from '#web/admin/kit/bulk-preview.ts';
import { DataTable } from '#web/admin/kit/data-table.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import type { PageSizeControl } from '#web/admin/kit/pager.tsx';
import { TextDialog } from '#web/admin/kit/text-dialog.tsx';
import { useOpenedId } from '#web/admin/kit/use-filters.ts';
import { useSelection } from '#web/admin/kit/use-selection.ts';
import { feedbackActions } from './feedback-actions.ts';
import { FEEDBACK_COLUMNS } from './feedback-columns.tsx';
import { FeedbackPanel } from './feedback-panel.tsx';
import { type FeedbackFilters, feedbackQuery } from './queries.ts';
import { type FeedbackChanges, useFeedbackChanges } from './use-feedback-changes.ts';

interface FeedbackListProps {
	filters: FeedbackFilters;
	page: number;
	/** Shown when the filters match nothing. */
	empty: { title: string; hint?: string };
	onPageChange: (page: number) => void;
	pageSize: PageSizeControl;
}

const NO_FEEDBACK: readonly AdminFeedback[] = [];
const SELECT_ALL_LABEL = 'Select all pending feedback';

/** One page of feedback with its actions: on one, or on the pending ones of a selection. */
export function FeedbackList({ filters, page, empty, onPageChange, pageSize }: FeedbackListProps) {
	const query = useQuery(feedbackQuery(filters, page));
	const feedbacks = query.data?.feedbacks ?? NO_FEEDBACK;
	const { openedId, open } = useOpenedId('feedback');
	const [rejectingId, setRejectingId] = useState<number>();
	const changes = useFeedbackChanges();
	const { ids, selected, select, clear } = useSelection(feedbacks, ({ id }) => id);
	const actionsOf = (entry: AdminFeedback) => feedbackActions(entry, changes, setRejectingId);

	return (
		<>
			<ListBody
				label="Feedback"
				query={query}
				failureMessage={ADMIN_FEEDBACK_MESSAGES.loadFailed}
				empty={empty}
				singular="entry"
				plural="entries"
				onPageChange={onPageChange}
				pageSize={pageSize}
				isEmpty={(data) => data.feedbacks.length === 0}
			>
				{(data, isBusy) => (
					<DataTable
						label="Feedback"
						columns={FEEDBACK_COLUMNS}
						rows={data.feedbacks}
						idOf={({ id }) => id}
						nameOf={({ name }) => `feedback from ${name}`}
						actionsOf={actionsOf}
						open={({ id }) => open(id, { shouldReplace: openedId !== undefined })}
						openedId={openedId}
						selection={{
							ids,
							isSelectable: isPending,
							allLabel: SELECT_ALL_LABEL,
							onChange: select,
						}}
						isBusy={isBusy}
					/>
				)}
			</ListBody>
			<FeedbackBulk selected={selected} bulkApproval={changes.bulkApprove} onClear={clear} />
			{openedId !== undefined && (
				<FeedbackPanel
					key={openedId}
					id={openedId}
					listed={feedbacks.find(({ id }) => id === openedId)}
					actionsOf={actionsOf}
					onClose={() => open(undefined)}
				/>
			)}
			<TextDialog
				open={rejectingId !== undefined}
				title="Reject feedback"
				description="It is not shown to anyone. The person who wrote it is not told."
				label="Note (optional)"
				hint={`Kept with the feedback; without one it says “${ADMIN_FEEDBACK_MESSAGES.rejectedNote}”.`}
				confirmLabel="Reject"
				isDestructive
				validate={(note) =>
					codePointLength(note) > NOTE_LIMITS.max ? NOTE_MESSAGES.tooLong : undefined
				}
				failureMessage={ADMIN_FEEDBACK_MESSAGES.changeFailed}
				onSubmit={async (adminNotes) => {
					if (rejectingId !== undefined)
						await changes.reject.mutateAsync({ id: rejectingId, adminNotes });
				}}
				onClose={() => setRejectingId(undefined)}
			/>
		</>
	);
}

interface FeedbackBulkProps {
	selected: readonly AdminFeedback[];
	bulkApproval: FeedbackChanges['bulkApprove'];
	onClear: () => void;
}

function FeedbackBulk({ selected, bulkApproval, onClear }: FeedbackBulkProps) {
	const pending = selected.filter(isPending);
	const approve: BulkAction = {
		label: 'Approve selected',
		preview: approvalPreview(selected),
		isDisabled: pending.length === 0,
		run: () => bulkApproval.mutateAsync(pending.map(({ id }) => id)),
	};

	return <BulkBar count={selected.length} actions={[approve]} onClear={onClear} />;
}

function isPending({ status }: AdminFeedback): boolean {
	return status === 'pending';
}

/** Says what approving the selection will do. */
function approvalPreview(selected: readonly AdminFeedback[]): string {
	return bulkPreview({
		verb: 'Approve',
		singular: 'entry',
		plural: 'entries',
		selectedCount: selected.length,
		alreadyCount: selected.filter((entry) => !isPending(entry)).length,
		state: 'decided',
		consequence: 'Everyone on the market can read what you approve.',
	});
}

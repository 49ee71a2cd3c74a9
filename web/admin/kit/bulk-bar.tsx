import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import { NOTE_LIMITS, note } from '#contract/admin/notes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { Form, type FormField } from './form.tsx';
import type { BulkChange, ListSection } from './list-section.ts';
import type { ChangeReply } from './use-admin-change.ts';
import { focusList } from './use-row-focus.ts';

/**
 * Says what a bulk action will do: 'Ban 7 users. 2 of the 9 selected are banned already and stay that way. Their
 * sessions end at once.'
 */
function bulkPreview<Row extends { id: number }>(
	{ singular, plural }: ListSection<Row>['noun'],
	{ label, verb = label, state, consequence }: BulkChange<Row>,
	selectedCount: number,
	changedCount: number,
): string {
	const alreadyCount = selectedCount - changedCount;
	const changeText =
		changedCount === 0
			? 'Nothing would change.'
			: `${verb} ${changedCount} ${changedCount === 1 ? singular : plural}.`;
	const unchangedText =
		alreadyCount > 0 &&
		`${alreadyCount} of the ${selectedCount} selected ${alreadyCount === 1 ? 'is' : 'are'} ${state} already and ${alreadyCount === 1 ? 'stays' : 'stay'} that way.`;
	return [changeText, unchangedText, changedCount > 0 && consequence].filter(Boolean).join(' ');
}

const bulkFields = z.object({ reason: note });
const REASON: FormField = {
	name: 'reason',
	label: 'Reason (optional)',
	kind: 'long text',
	maxLength: NOTE_LIMITS.max,
};

/** The selected rows of a list. Only visible rows count: a bulk action never reaches another page or filter. */
export function useSelection<Row extends { id: number }>(rows: readonly Row[]) {
	const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
	return {
		ids,
		selected: rows.filter(({ id }) => ids.has(id)),
		select: setIds,
		clear: () => setIds(new Set()),
	};
}

interface BulkBarProps<Row extends { id: number }> {
	noun: ListSection<Row>['noun'];
	changes: readonly BulkChange<Row>[];
	selected: readonly Row[];
	/** Sends a change of these rows and reports success. `BulkBar` shows the error when the promise rejects. */
	onSend: (ids: readonly number[], send: () => Promise<ChangeReply>) => Promise<unknown>;
	onClear: () => void;
}

/** The actions on the selected rows. A confirmation dialog shows first what the action will do. */
export function BulkBar<Row extends { id: number }>(props: BulkBarProps<Row>) {
	const { noun, changes, selected, onSend, onClear } = props;
	const [openLabel, setOpenLabel] = useState<string>();
	/** Whether a change is being sent, or was sent, and the selection is not cleared yet. */
	const isChangeSent = useRef(false);
	const previewId = useId();
	const change = changes.find(({ label }) => label === openLabel);
	const changedIds = selected.filter((row) => !change?.isAlready(row)).map(({ id }) => id);

	const handleEmptySelection = useEffectEvent(() => {
		if (!isChangeSent.current && openLabel === undefined) return;
		if (!isChangeSent.current) toast(BULK_MESSAGES.selectionGone, { tone: 'bad' });
		isChangeSent.current = false;
		// Closes the dialog: otherwise it would open again with the next selection.
		setOpenLabel(undefined);
		// The pressed button is gone, and the focus with it.
		focusSelectAll();
	});

	useEffect(() => {
		if (selected.length === 0) handleEmptySelection();
	}, [selected.length]);

	/** The dialog cannot be closed while the request runs. */
	function cancel(): void {
		if (!isChangeSent.current) setOpenLabel(undefined);
	}

	if (selected.length === 0) return null;
	return (
		<section
			aria-label="Selection"
			className="bulk-bar sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-3 shadow-float"
		>
			<p role="status" className="mr-auto text-sm font-semibold tabular-nums">
				{selected.length} selected
			</p>
			{changes.map(({ label, isDestructive }) => (
				<Button
					key={label}
					size="small"
					className={isDestructive ? 'border-bad! text-bad!' : ''}
					onClick={() => setOpenLabel(label)}
				>
					{label}
				</Button>
			))}
			<Button size="small" variant="quiet" onClick={onClear}>
				Clear
			</Button>
			<Dialog
				open={change !== undefined}
				onClose={cancel}
				title={change?.label ?? ''}
				role="alertdialog"
				describedBy={previewId}
			>
				{change && (
					<Form
						schema={bulkFields}
						send={({ reason = '' }) => {
							// Set at once: the rows may leave the list before the response is handled.
							isChangeSent.current = true;
							return onSend(changedIds, () => change.send(changedIds, reason));
						}}
						failureMessage={BULK_MESSAGES.failed}
						onDone={() => {
							setOpenLabel(undefined);
							onClear();
						}}
						// The selection stays for a retry.
						onFailed={() => {
							isChangeSent.current = false;
						}}
						fields={change.reasonHint ? [{ ...REASON, hint: change.reasonHint }] : []}
						submitLabel={change.label}
						variant={change.isDestructive ? 'danger' : 'main'}
						isSubmitDisabled={changedIds.length === 0}
						onCancel={cancel}
						isInDialog
					>
						<p id={previewId} className="whitespace-pre-line">
							{bulkPreview(noun, change, selected.length, changedIds.length)}
						</p>
					</Form>
				)}
			</Dialog>
		</section>
	);
}

/** Focuses the checkbox that selects all rows, or the list itself if it has no rows and so no checkbox. */
function focusSelectAll(): void {
	const box = document.querySelector<HTMLElement>('.office-table thead input');
	if (box) box.focus();
	else focusList();
}

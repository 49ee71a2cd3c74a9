import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import { NOTE_LIMITS } from '#contract/admin/notes.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { toast } from '#web/ui/toast.ts';
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

interface ReasonFieldProps {
	/** Says who will read the reason. */
	hint: string;
	value: string;
	onChange: (reason: string) => void;
}

/** The reason for a bulk action. */
function ReasonField({ hint, value, onChange }: ReasonFieldProps) {
	return (
		<Field label="Reason (optional)" hint={hint}>
			{(control) => (
				<TextArea
					{...control}
					rows={2}
					maxLength={NOTE_LIMITS.max}
					value={value}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		</Field>
	);
}

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
	const { noun, changes, selected, onClear } = props;
	const { change, changedIds, reason, isBusy, submitError, preview, ...dialog } =
		useBulkChange(props);
	const previewId = useId();

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
					onClick={() => dialog.open(label)}
				>
					{label}
				</Button>
			))}
			<Button size="small" variant="quiet" onClick={onClear}>
				Clear
			</Button>
			<Dialog
				open={change !== undefined}
				onClose={dialog.cancel}
				title={change?.label ?? ''}
				role="alertdialog"
				describedBy={previewId}
			>
				<p ref={preview} id={previewId} className="whitespace-pre-line">
					{change && bulkPreview(noun, change, selected.length, changedIds.length)}
				</p>
				{change?.reasonHint && (
					<ReasonField hint={change.reasonHint} value={reason} onChange={dialog.setReason} />
				)}
				{submitError !== undefined && <FormAlert>{submitError}</FormAlert>}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
					<Button
						variant={change?.isDestructive ? 'danger' : 'main'}
						busy={isBusy}
						disabled={changedIds.length === 0}
						onClick={() => void dialog.run()}
					>
						{change?.label}
					</Button>
					<Button onClick={dialog.cancel}>Cancel</Button>
				</div>
			</Dialog>
		</section>
	);
}

/** State of the open confirmation dialog, and sending its change. */
function useBulkChange<Row extends { id: number }>(props: BulkBarProps<Row>) {
	const { changes, selected, onSend, onClear } = props;
	const [openLabel, setOpenLabel] = useState<string>();
	const [reason, setReason] = useState('');
	const [submitError, setSubmitError] = useState<string>();
	const [isBusy, setIsBusy] = useState(false);
	const isChangeSent = useRef(false);
	const preview = useRef<HTMLParagraphElement>(null);
	const change = changes.find(({ label }) => label === openLabel);
	const changedIds = selected.filter((row) => !change?.isAlready(row)).map(({ id }) => id);

	const handleEmptySelection = useEffectEvent(() => {
		if (!isChangeSent.current && openLabel === undefined) return;
		if (!isChangeSent.current) toast(BULK_MESSAGES.selectionGone, { tone: 'bad' });
		isChangeSent.current = false;
		// Closes the dialog: otherwise it would open again with the next selection.
		open(undefined);
		// The pressed button is gone, and the focus with it.
		focusSelectAll();
	});

	useEffect(() => {
		if (selected.length === 0) handleEmptySelection();
	}, [selected.length]);

	/**
	 * Opens the dialog of a change, or closes the dialog if `label` is undefined. Clears the typed reason, which must not
	 * be sent with the next change.
	 */
	function open(label: string | undefined) {
		setSubmitError(undefined);
		setReason('');
		setOpenLabel(label);
	}

	/** The dialog cannot be closed while the request runs. */
	function cancel() {
		if (!isBusy) open(undefined);
	}

	async function run(): Promise<void> {
		if (isBusy || !change) return;
		setIsBusy(true);
		setSubmitError(undefined);
		// Set at once: the rows may leave the list before the response is handled.
		isChangeSent.current = true;
		try {
			await onSend(changedIds, () => change.send(changedIds, reason));
			open(undefined);
			onClear();
		} catch (error) {
			// The selection stays for a retry.
			isChangeSent.current = false;
			const message = errorMessageFor(error, BULK_MESSAGES.failed, REQUEST_ERRORS.failed.message);
			// If the selected rows have left the list meanwhile, the dialog is gone: a toast shows the error.
			if (preview.current) setSubmitError(message);
			else toast(message, { tone: 'bad' });
		} finally {
			setIsBusy(false);
		}
	}

	return {
		change,
		changedIds,
		reason,
		setReason,
		isBusy,
		submitError,
		preview,
		open,
		cancel,
		run,
	};
}

/** Focuses the checkbox that selects all rows, or the list itself if it has no rows and so no checkbox. */
function focusSelectAll(): void {
	const box = document.querySelector<HTMLElement>('.office-table thead input');
	if (box) box.focus();
	else focusList();
}

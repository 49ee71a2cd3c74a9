import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';
import { focusList } from './use-row-focus.ts';

export interface BulkAction {
	label: string;
	/** What the action will do: 'Ban 7 items. 2 of the 9 selected are banned already.' */
	preview: string;
	/** Fields of the dialog, such as a reason. */
	fields?: ReactNode;
	isDestructive?: boolean;
	/** True when nothing would change. */
	isDisabled?: boolean;
	run: () => Promise<unknown>;
}

interface BulkBarProps {
	count: number;
	actions: readonly BulkAction[];
	onClear: () => void;
}

/** The actions on the selected rows; each shows first what it will do. */
export function BulkBar({ count, actions, onClear }: BulkBarProps) {
	const [openLabel, setOpenLabel] = useState<string>();
	const [submitError, setSubmitError] = useState<string>();
	const [isBusy, setIsBusy] = useState(false);
	const action = actions.find(({ label }) => label === openLabel);
	const hasRun = useRef(false);
	const preview = useRef<HTMLParagraphElement>(null);
	const previewId = useId();

	const handleEmptySelection = useEffectEvent(() => {
		if (!hasRun.current && openLabel === undefined) return;
		if (!hasRun.current) toast(BULK_MESSAGES.selectionGone, { tone: 'bad' });
		hasRun.current = false;
		// Otherwise the dialog would open again with the next selection.
		openConfirmation(undefined);
		// The pressed button is gone.
		focusSelectAll();
	});

	useEffect(() => {
		if (count === 0) handleEmptySelection();
	}, [count]);

	function openConfirmation(label: string | undefined) {
		setSubmitError(undefined);
		setOpenLabel(label);
	}

	/** While the request runs, neither the question nor the selection changes. */
	function cancel() {
		if (!isBusy) openConfirmation(undefined);
	}

	async function run(bulkAction: BulkAction) {
		if (isBusy) return;
		setIsBusy(true);
		setSubmitError(undefined);
		// Set at once: the rows may leave the list before the response is handled.
		hasRun.current = true;
		try {
			await bulkAction.run();
			openConfirmation(undefined);
			onClear();
		} catch (error) {
			// The selection stays for a retry.
			hasRun.current = false;
			const message = errorMessageFor(error, BULK_MESSAGES.failed, COMMON_MESSAGES.failed);
			// As a toast when the rows, and the dialog with them, are gone meanwhile.
			if (preview.current) setSubmitError(message);
			else toast(message, { tone: 'bad' });
		} finally {
			setIsBusy(false);
		}
	}

	if (count === 0) return null;
	return (
		<section
			aria-label="Selection"
			className="bulk-bar sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-3 shadow-float"
		>
			<p role="status" className="mr-auto text-sm font-semibold tabular-nums">
				{count} selected
			</p>
			{actions.map(({ label, isDestructive }) => (
				<Button
					key={label}
					size="small"
					variant={isDestructive ? 'danger' : 'plain'}
					onClick={() => openConfirmation(label)}
				>
					{label}
				</Button>
			))}
			<Button size="small" variant="quiet" onClick={onClear}>
				Clear
			</Button>
			<Dialog
				open={action !== undefined}
				onClose={cancel}
				title={action?.label ?? ''}
				role="alertdialog"
				describedBy={previewId}
			>
				<p ref={preview} id={previewId} className="whitespace-pre-line">
					{action?.preview}
				</p>
				{action?.fields}
				{submitError !== undefined && <FormAlert>{submitError}</FormAlert>}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
					<Button
						variant={action?.isDestructive ? 'danger' : 'main'}
						busy={isBusy}
						disabled={action?.isDisabled}
						onClick={() => action && void run(action)}
					>
						{action?.label}
					</Button>
					<Button onClick={cancel}>Cancel</Button>
				</div>
			</Dialog>
		</section>
	);
}

/** Falls back to the list itself when its last row is gone, and the checkbox with it. */
function focusSelectAll(): void {
	const box = document.querySelector<HTMLElement>('.office-table thead input');
	if (box) box.focus();
	else focusList();
}

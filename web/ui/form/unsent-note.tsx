import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface UnsentNoteProps {
	text?: string | undefined;
	discardLabel?: string | undefined;
	/** The form is being sent: its draft cannot be discarded. */
	isLocked: boolean;
	/** Called once the user has confirmed. */
	onDiscard: () => void;
	/** A further button or link. */
	children?: ReactNode;
}

/**
 * A note above a form that says where its content comes from, by default a draft, with a button to discard it, which
 * asks first.
 */
export function UnsentNote(props: UnsentNoteProps) {
	const { text = 'This is what you had not sent yet.', discardLabel = 'Start over' } = props;
	const { isLocked, onDiscard, children } = props;
	const [isAsking, setIsAsking] = useState(false);

	function discard() {
		setIsAsking(false);
		onDiscard();
	}

	return (
		<div className="flex flex-wrap items-center justify-end gap-x-3 rounded-card bg-accent-wash py-2 pr-2 pl-4">
			<p role="status" className="min-w-0 flex-1 basis-64 wrap-anywhere">
				{text}
			</p>
			<div className="flex flex-wrap justify-end">
				{children}
				<Button
					variant="quiet"
					size="small"
					disabled={isLocked}
					onClick={() => setIsAsking(true)}
					className="min-w-0 wrap-anywhere text-link"
				>
					{discardLabel}
				</Button>
			</div>
			<ConfirmDialog
				open={isAsking}
				title={`${discardLabel}?`}
				question="What is filled in here will be deleted."
				confirmLabel="Delete it"
				cancelLabel="Keep it"
				onConfirm={discard}
				onCancel={() => setIsAsking(false)}
			/>
		</div>
	);
}

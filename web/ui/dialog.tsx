import { X } from 'lucide-react';
import { Activity, type ReactNode, useId } from 'react';
import { IconButton } from './icon-button.tsx';
import { useIsHydrated } from './use-is-hydrated.ts';
import { useModal } from './use-modal.ts';

export interface DialogProps {
	open: boolean;
	onClose: () => void;
	title: string;
	children: ReactNode;
	/** `alertdialog` for questions that need an answer. */
	role?: 'dialog' | 'alertdialog';
	/** The id of the question, which screen readers read with the title. */
	describedBy?: string;
	/**
	 * For a dialog that must open without delay (bench/RESULTS.md, "from a tap to the open filters"). Its content is
	 * rendered while the dialog is closed, when the browser is idle and without running effects. The content keeps its
	 * state between openings.
	 */
	isPrerendered?: boolean;
}

/** A modal dialog: centred, on phones a sheet at the bottom. */
export function Dialog(props: DialogProps) {
	const { onClose, title, children, role = 'dialog', describedBy, isPrerendered } = props;
	// The server renders no open dialog, because the user could not close it before hydration.
	const open = useIsHydrated() && props.open;
	const titleId = useId();
	const modal = useModal(open, onClose, isPrerendered);
	const content = (
		<div className="grid gap-4 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
			<div className="flex items-start justify-between gap-3">
				<h2 id={titleId} className="min-w-0 pt-1.5 text-xl wrap-anywhere">
					{title}
				</h2>
				<IconButton
					label="Close"
					icon={<X aria-hidden="true" className="size-5" />}
					onClick={onClose}
					className="-mr-2"
				/>
			</div>
			{children}
		</div>
	);

	return (
		<dialog
			{...modal}
			role={role}
			aria-labelledby={titleId}
			aria-describedby={describedBy}
			className="sheet fixed inset-x-0 z-50 top-auto bottom-0 m-0 max-h-[90dvh] w-full max-w-none overflow-auto rounded-t-card bg-surface text-start text-ink shadow-float tablet:inset-0 tablet:m-auto tablet:h-fit tablet:max-w-md tablet:rounded-card"
		>
			{isPrerendered ? (
				<Activity mode={open ? 'visible' : 'hidden'}>{content}</Activity>
			) : (
				open && content
			)}
		</dialog>
	);
}

import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ControlProps } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface RowInputProps extends Omit<ComponentProps<'input'>, 'id' | 'onChange'> {
	id: string;
	fault: string | undefined;
	canEdit: boolean;
	onText: (text: string) => void;
}

/** A text field of a row, without a visible label; its error message is a `FaultText` with the same id. */
export function RowInput(props: RowInputProps) {
	const { id, fault, canEdit, onText, className = '', ...rest } = props;
	return (
		<TextInput
			{...rest}
			{...faultProps(id, fault)}
			autoComplete="off"
			readOnly={!canEdit}
			onChange={({ target }) => onText(target.value)}
			// Read-only, it looks like plain text, and has no button of a time picker, which would do nothing.
			className={`read-only:border-transparent read-only:bg-transparent read-only:px-0! read-only:[&::-webkit-calendar-picker-indicator]:hidden ${className}`}
		/>
	);
}

/**
 * The error message of a control in a row of a list. Such a control has no `Field` around it, which would show errors.
 */
export function FaultText({ id, children }: { id: string; children: string | undefined }) {
	if (children === undefined) return null;
	return (
		<p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-bad">
			<CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
			<span className="min-w-0 wrap-anywhere">{children}</span>
		</p>
	);
}

/** The attributes that connect a control with its `FaultText`. */
export function faultProps(id: string, message: string | undefined): ControlProps {
	return {
		id,
		'aria-describedby': message === undefined ? undefined : `${id}-error`,
		'aria-invalid': message === undefined ? undefined : true,
	};
}

interface RemoveButtonProps {
	/** Accessible name and tooltip. */
	label: string;
	disabled?: boolean;
	onRemove: () => void;
	className?: string;
}

export function RemoveButton({ onRemove, className = '', ...rest }: RemoveButtonProps) {
	return (
		<IconButton
			{...rest}
			icon={<Trash2 aria-hidden="true" className="size-5" />}
			onClick={onRemove}
			className={`text-bad ${className}`}
		/>
	);
}

interface MoveButtonsProps {
	/** The name of the entry, or a substitute for an entry without one. */
	label: string;
	index: number;
	/** The number of entries in the list. */
	count: number;
	/** @param to the new index; one outside of the list is ignored */
	onMove: (to: number) => void;
	className?: string;
}

/**
 * Buttons that move an entry up or down. At the ends of the list they are marked as disabled by `aria-disabled`,
 * because a `disabled` button would lose the focus.
 */
export function MoveButtons({ label, index, count, onMove, className = '' }: MoveButtonsProps) {
	return (
		<span className={`flex ${className}`}>
			<IconButton
				label={`Move ${label} up`}
				icon={<ArrowUp aria-hidden="true" className="size-5" />}
				aria-disabled={index === 0 || undefined}
				onClick={() => onMove(index - 1)}
				className="aria-disabled:cursor-default aria-disabled:opacity-40"
			/>
			<IconButton
				label={`Move ${label} down`}
				icon={<ArrowDown aria-hidden="true" className="size-5" />}
				aria-disabled={index === count - 1 || undefined}
				onClick={() => onMove(index + 1)}
				className="aria-disabled:cursor-default aria-disabled:opacity-40"
			/>
		</span>
	);
}

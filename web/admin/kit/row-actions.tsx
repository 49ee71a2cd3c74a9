import { Ellipsis } from 'lucide-react';
import {
	type KeyboardEvent,
	type MouseEvent,
	type ToggleEvent,
	useEffect,
	useId,
	useRef,
	useState,
} from 'react';
import { isolated } from '#contract/core/format.ts';
import { KeyCap, useLetterKeys } from './key-hints.tsx';
import type { ListAction } from './use-list-keys.ts';

interface RowActionsProps {
	actions: readonly ListAction[];
	/** The name of the row, used in the labels of its buttons. */
	name: string;
}

/** The buttons of a row; secondary ones are in the '…' menu. Their shortcuts work either way. */
export function RowActions({ actions, name }: RowActionsProps) {
	const secondaryActions = actions.filter(({ isSecondary }) => isSecondary);

	return (
		<div>
			{actions
				.filter(({ isSecondary }) => !isSecondary)
				.map((action) => (
					// The shortcut is the React key, so that the button keeps the focus when Unban takes the place of Ban.
					<ActionButton key={action.key} action={action} name={name} className="px-2" />
				))}
			{secondaryActions.length > 0 && <MoreActions actions={secondaryActions} name={name} />}
		</div>
	);
}

interface ActionButtonProps {
	action: ListAction;
	name: string;
	className: string;
	onPress?: () => void;
	onKeyDown?: (event: KeyboardEvent) => void;
	isInMenu?: boolean;
}

function ActionButton(props: ActionButtonProps) {
	const { action, name, className, onPress, onKeyDown, isInMenu = false } = props;
	const { label, key, run, isDestructive } = action;
	const hasLetterKeys = useLetterKeys();

	return (
		<button
			type="button"
			data-key={key}
			aria-label={`${label} ${isolated(name)}`}
			aria-keyshortcuts={key === 'Enter' || hasLetterKeys ? key : undefined}
			onKeyDown={onKeyDown}
			onClick={() => {
				onPress?.();
				run();
			}}
			className={`min-h-11 cursor-pointer rounded-field text-sm font-semibold ${isDestructive ? 'text-bad' : 'text-link'} hover:bg-sunken ${className}`}
		>
			{label}
			{isInMenu && <KeyCap name={key} isInButton />}
		</button>
	);
}

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus to the next or the previous action of a menu. The first action follows the last. */
function moveFocus(menu: HTMLElement | null, step: number): void {
	const buttons = [...(menu?.querySelectorAll('button') ?? [])];
	const index = buttons.findIndex((button) => button.matches(':focus'));
	// Without a focused action, a step down leads to the first action, and a step up to the last.
	const nextIndex = index === -1 && step < 0 ? -1 : index + step;
	buttons.at(nextIndex % buttons.length)?.focus({ preventScroll: true });
}

/** Minimum distance of the menu from the edge of the window, in pixels. */
const EDGE_PX = 8;

function MoreActions({ actions, name }: RowActionsProps) {
	const { buttonProps, menuProps, close, onKeyDown } = useMenu();

	return (
		<>
			<button
				{...buttonProps}
				type="button"
				aria-label={`More for ${isolated(name)}`}
				onKeyDown={onKeyDown}
				className="grid size-11 cursor-pointer place-items-center rounded-field text-ink-soft hover:bg-sunken hover:text-ink"
			>
				<Ellipsis aria-hidden="true" className="size-5" />
			</button>
			<div
				{...menuProps}
				popover="auto"
				className="fixed inset-auto m-0 min-w-48 rounded-card border border-line bg-surface p-1 text-ink shadow-float backdrop:bg-transparent"
			>
				{actions.map((action) => (
					<ActionButton
						key={action.key}
						action={action}
						name={name}
						onPress={close}
						onKeyDown={onKeyDown}
						isInMenu
						className="flex w-full items-center justify-between gap-4 px-3 text-left"
					/>
				))}
			</div>
		</>
	);
}

/**
 * A menu beside its button. The arrow keys move the focus in the menu. If the menu is opened by keyboard, its first action
 * gets the focus.
 */
function useMenu() {
	const id = useId();
	const buttonRef = useRef<HTMLButtonElement>(null);
	const menuRef = useRef<HTMLDivElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	const isOpenedByKey = useRef(false);

	const close = () => menuRef.current?.hidePopover();

	useEffect(() => {
		if (!isOpen) return;
		// The menu has a fixed position, so it closes when the list scrolls.
		const closeOnMove = () => menuRef.current?.hidePopover();
		window.addEventListener('scroll', closeOnMove, { passive: true });
		window.addEventListener('resize', closeOnMove);
		return () => {
			window.removeEventListener('scroll', closeOnMove);
			window.removeEventListener('resize', closeOnMove);
		};
	}, [isOpen]);

	function onToggle({ newState }: ToggleEvent<HTMLDivElement>) {
		setIsOpen(newState === 'open');
		if (newState !== 'open' || !menuRef.current || !buttonRef.current) return;
		positionMenu(menuRef.current, buttonRef.current);
		if (isOpenedByKey.current) moveFocus(menuRef.current, 1);
	}

	/** Prevents the default: an arrow key would scroll the page, which closes the menu. */
	function onKeyDown(event: KeyboardEvent) {
		const step = ARROW_STEPS[event.key];
		if (!isOpen || step === undefined) return;
		event.preventDefault();
		moveFocus(menuRef.current, step);
	}

	/** A click event that the keyboard triggers has `detail` 0. */
	function onClick({ detail }: MouseEvent) {
		isOpenedByKey.current = detail === 0;
	}

	return {
		buttonProps: { ref: buttonRef, popoverTarget: id, 'aria-expanded': isOpen, onClick },
		menuProps: { ref: menuRef, id, onToggle },
		close,
		onKeyDown,
	};
}

/** Positions the menu below its button, or above if there is no room. */
function positionMenu({ style, offsetHeight, offsetWidth }: HTMLElement, button: HTMLElement) {
	const { top, bottom, right } = button.getBoundingClientRect();
	const isBelow = bottom + offsetHeight + EDGE_PX <= window.innerHeight;
	style.top = `${isBelow ? bottom : Math.max(EDGE_PX, top - offsetHeight)}px`;
	style.left = `${Math.max(EDGE_PX, right - offsetWidth)}px`;
}

interface RowButtonProps {
	label: string;
	/** The accessible name: the label with the name of the row. */
	fullLabel: string;
	isDestructive?: boolean;
	onPress: () => void;
	className?: string;
}

/** A button of a row in a table that is no `ListScreen`. */
export function RowButton(props: RowButtonProps) {
	const { label, fullLabel, isDestructive = false, onPress, className = '' } = props;
	return (
		<button
			type="button"
			aria-label={fullLabel}
			onClick={onPress}
			className={`min-h-11 cursor-pointer rounded-field px-2 text-sm font-semibold ${isDestructive ? 'text-bad' : 'text-link'} hover:bg-sunken ${className}`}
		>
			{label}
		</button>
	);
}

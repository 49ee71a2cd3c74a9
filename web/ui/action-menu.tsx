import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';

interface MenuAction {
	label: string;
	icon: ReactNode;
	/** Called when the menu's button has the focus again, so that a dialog opened here returns the focus to the button. */
	onSelect: () => void;
}

export interface ActionMenuProps {
	/** The accessible name of the button. */
	label: string;
	actions: readonly MenuAction[];
}

/** A button with a menu of actions: arrow keys move, Escape closes, Tab closes and moves on. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
	const [isOpen, setIsOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const menu = useRef<HTMLDivElement>(null);
	const id = useId();

	useEffect(() => {
		if (isOpen) menu.current?.querySelector('button')?.focus();
	}, [isOpen]);

	useEffect(() => {
		if (!isOpen) return;
		const closeFromOutside = ({ target }: PointerEvent) => {
			const isInside = target instanceof Node && menu.current?.parentElement?.contains(target);
			if (!isInside) setIsOpen(false);
		};
		document.addEventListener('pointerdown', closeFromOutside);
		return () => document.removeEventListener('pointerdown', closeFromOutside);
	}, [isOpen]);

	function closeAndFocusButton() {
		setIsOpen(false);
		button.current?.focus();
	}

	function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
		// With the focus back on the button, Tab moves to the element after it.
		if (event.key === 'Escape' || event.key === 'Tab') closeAndFocusButton();
		if (event.key === 'Escape' || moveFocus(event.currentTarget, event.key)) event.preventDefault();
	}

	return (
		<div className="relative shrink-0">
			<IconButton
				ref={button}
				label={label}
				icon={<Ellipsis aria-hidden="true" className="size-5" />}
				aria-haspopup="menu"
				aria-expanded={isOpen}
				aria-controls={isOpen ? id : undefined}
				onClick={() => setIsOpen(!isOpen)}
			/>
			{isOpen && (
				<div
					ref={menu}
					id={id}
					role="menu"
					aria-label={label}
					onKeyDown={handleKeyDown}
					className="absolute top-full right-0 z-10 mt-1 w-max max-w-[min(20rem,80vw)] rounded-card border border-line bg-surface p-1.5 shadow-float"
				>
					{actions.map(({ label: name, icon, onSelect }) => (
						<button
							key={name}
							type="button"
							role="menuitem"
							tabIndex={-1}
							onClick={() => {
								closeAndFocusButton();
								onSelect();
							}}
							className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-field px-3 py-2 text-left text-sm font-semibold hover:bg-sunken"
						>
							{icon}
							<span className="min-w-0 wrap-anywhere">{name}</span>
						</button>
					))}
				</div>
			)}
		</div>
	);
}

/** @returns whether the key moves the focus in a menu */
function moveFocus(menu: HTMLElement, key: string): boolean {
	const entries = [...menu.querySelectorAll('button')];
	const currentIndex = entries.indexOf(document.activeElement as HTMLButtonElement);
	const targetIndexes: Record<string, number> = {
		ArrowDown: (currentIndex + 1) % entries.length,
		ArrowUp: currentIndex - 1,
		Home: 0,
		End: -1,
	};
	const targetIndex = targetIndexes[key];
	if (targetIndex === undefined) return false;
	entries.at(targetIndex)?.focus();
	return true;
}

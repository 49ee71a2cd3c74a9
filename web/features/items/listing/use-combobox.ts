import { type KeyboardEvent, useEffect, useState } from 'react';
import { isComposing } from '#web/lib/keyboard.ts';

interface Combobox {
	isOpen: boolean;
	open: () => void;
	close: () => void;
	/** Index of the option selected by keyboard or pointer; -1 for none. */
	active: number;
	activate: (index: number) => void;
	/** Handler of the input. It does not handle Enter, which is up to the input. */
	onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The list under a text field, following the ARIA combobox pattern
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the focus stays in the field.
 */
export function useCombobox(count: number): Combobox {
	const [isOpen, setIsOpen] = useState(false);
	const [highlighted, setHighlighted] = useState(-1);
	const active = highlighted < count ? highlighted : -1;

	function open() {
		setIsOpen(true);
		setHighlighted(-1);
	}
	function close() {
		setIsOpen(false);
		setHighlighted(-1);
	}

	useEffect(() => {
		if (!isOpen) return;
		const onPress = ({ target }: PointerEvent) => {
			const isWithin = target instanceof Element && target.closest('[data-combobox]');
			if (isWithin) return;
			setIsOpen(false);
			setHighlighted(-1);
		};
		document.addEventListener('pointerdown', onPress);
		return () => document.removeEventListener('pointerdown', onPress);
	}, [isOpen]);

	/** The index that a key leads to; -1 is the field itself. Undefined for keys that the field handles. */
	function indexForKey(key: string): number | undefined {
		const wrapIndex = (index: number) => ((index + 1 + count + 1) % (count + 1)) - 1;
		if (key === 'ArrowDown') return wrapIndex(active + 1);
		if (key === 'ArrowUp') return wrapIndex(active - 1);
		if (active < 0) return undefined;
		if (key === 'Home') return 0;
		return key === 'End' ? count - 1 : undefined;
	}

	function onKeyDown(event: KeyboardEvent) {
		if (isComposing(event) || count === 0) return;
		if (event.key === 'Escape') {
			// The first press only closes the list; a second one clears the field, as browsers do.
			if (isOpen) event.preventDefault();
			return close();
		}
		const index = indexForKey(event.key);
		if (index === undefined) return;
		event.preventDefault();
		setIsOpen(true);
		setHighlighted(index);
	}

	return { isOpen: isOpen && count > 0, open, close, active, activate: setHighlighted, onKeyDown };
}

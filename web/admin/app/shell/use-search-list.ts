import { type KeyboardEvent, useState } from 'react';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { isComposing } from '#web/lib/keyboard.ts';
import { type Found, useFound } from './use-found.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The list under the search, as the ARIA combobox pattern has it; the first that is found is the one that Enter opens. */
export function useSearchList(onChoose: (chosen: Found) => void) {
	const [typed, setTyped] = useState('');
	const [isOpen, setIsOpen] = useState(false);
	const [active, setActive] = useState(0);
	const { found, error, isFor } = useFound(typed);
	const options = found ?? [];
	const isShown = isOpen && typed.trim() !== '' && (found !== undefined || error !== null);

	function type(value: string): void {
		setTyped(value);
		setActive(0);
		setIsOpen(true);
	}

	function choose(chosen: Found): void {
		type('');
		setIsOpen(false);
		onChoose(chosen);
	}

	/** @returns whether the key was one of the list's */
	function answer(key: string): boolean {
		const step = STEPS[key];
		const chosen = options[active];
		if (key === 'Escape' && isShown) setIsOpen(false);
		else if (step !== undefined && options.length > 0) {
			setIsOpen(true);
			setActive((active + step + options.length) % options.length);
		} else if (key === 'Enter' && isFor && chosen) choose(chosen);
		else return false;
		return true;
	}

	return {
		typed,
		type,
		/** Empty where nothing is shown. */
		options: isShown ? options : [],
		active,
		point: setActive,
		choose,
		open: () => setIsOpen(true),
		close: () => setIsOpen(false),
		/** In place of options; of words only that were answered. */
		message: isShown && isFor ? messageOf(error, options.length) : undefined,
		onKeyDown: (event: KeyboardEvent) => {
			if (!isComposing(event) && answer(event.key)) event.preventDefault();
		},
	};
}

function messageOf(error: Error | null, count: number): string | undefined {
	const { failed, nothing } = ADMIN_SEARCH_MESSAGES;
	if (error) return errorMessageFor(error, failed, failed);
	return count === 0 ? nothing : undefined;
}

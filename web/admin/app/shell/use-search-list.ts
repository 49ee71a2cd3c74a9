import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { isComposing } from '#web/lib/keyboard.ts';
import { type SearchResult, useSearchResults } from './use-search-results.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * State of the result list, by the ARIA combobox pattern. Enter chooses the active result. If Enter is pressed before the
 * results arrive, the first result is chosen on arrival.
 */
export function useSearchList(onChoose: (selected: SearchResult) => void) {
	const [typed, setTyped] = useState('');
	const [isOpen, setIsOpen] = useState(false);
	const [active, setActive] = useState(0);
	/** Enter was pressed before the results for the typed text had arrived. */
	const [isEnterWaiting, setIsEnterWaiting] = useState(false);
	const { results, error, isCurrent, refetchIfStale } = useSearchResults(typed);
	const options = results ?? [];
	const isShown = isOpen && typed.trim() !== '' && (results !== undefined || error !== null);

	const chooseFirst = useEffectEvent(() => {
		setIsEnterWaiting(false);
		if (options[0]) choose(options[0]);
	});
	useEffect(() => {
		if (isEnterWaiting && isCurrent) chooseFirst();
	}, [isEnterWaiting, isCurrent]);

	function setText(value: string): void {
		setTyped(value);
		setIsEnterWaiting(false);
		setActive(0);
		setIsOpen(true);
	}

	function choose(selected: SearchResult): void {
		setText('');
		setIsOpen(false);
		onChoose(selected);
	}

	/** @returns whether the list handled the key */
	function handleKey(key: string): boolean {
		if (key === 'Enter') return handleEnter();
		const step = STEPS[key];
		if (key === 'Escape' && isShown) setIsOpen(false);
		else if (step !== undefined && options.length > 0) {
			setIsOpen(true);
			setActive((active + step + options.length) % options.length);
		} else return false;
		return true;
	}

	function handleEnter(): boolean {
		if (typed.trim() === '') return false;
		const selected = options[active];
		if (!isCurrent) setIsEnterWaiting(true);
		else if (selected) choose(selected);
		return !isCurrent || selected !== undefined;
	}

	return {
		typed,
		setText,
		/** Empty while the list is hidden. */
		options: isShown ? options : [],
		active,
		highlight: setActive,
		choose,
		open: () => {
			setIsOpen(true);
			refetchIfStale();
		},
		close: () => {
			setIsOpen(false);
			setIsEnterWaiting(false);
		},
		/** Shown instead of results, once the server has answered for the current text: nothing found, or an error. */
		message: isShown && isCurrent ? messageOf(error, options.length) : undefined,
		onKeyDown: (event: KeyboardEvent) => {
			if (!isComposing(event) && handleKey(event.key)) event.preventDefault();
		},
	};
}

function messageOf(error: Error | null, count: number): string | undefined {
	const { failed, nothing } = ADMIN_SEARCH_MESSAGES;
	if (error) return errorMessageFor(error, failed, failed);
	return count === 0 ? nothing : undefined;
}

import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Category } from '#contract/items/facts.ts';
import { itemPath } from '#web/lib/paths.ts';
import { useCombobox } from './use-combobox.ts';
import { useRest, useSearchOnPause, useTyped } from './use-search-field.ts';
import { type SearchOption, useSuggestions } from './use-suggestions.ts';

export interface SearchBoxState {
	/** What the address searches for. */
	words: string;
	/** @param category where a chosen title is on sale */
	onSearch: (words: string, category?: Category) => void;
	/** Searches whenever the typing pauses, and offers titles only to those who type. */
	isLive?: boolean;
}

/** What stands in a search box, what it offers, and what its keys and presses do. */
export function useSearchBox({ words, onSearch, isLive = false }: SearchBoxState) {
	const input = useRef<HTMLInputElement>(null);
	const hasKeyed = useRef(false);
	const navigate = useNavigate();
	const { typed, setTyped, ask } = useTyped(words, input, onSearch);
	const [isWanted, setIsWanted] = useState(false);
	/** The last searches are offered from the focus on, until it goes or Escape is pressed. */
	const [isEntered, setIsEntered] = useState(false);
	const options = useSuggestions(typed, isWanted);
	const list = useCombobox(options.length);
	useSearchOnPause(isLive, typed, words, ask);
	useRest(isLive && list.isOpen && list.active < 0, typed, list.close);

	function handleInput(value: string) {
		setTyped(value);
		setIsWanted(true);
		// Whoever empties a box that searches by itself wants to see what it finds.
		if (isLive) setIsEntered(false);
		if (!isLive || hasKeyed.current) list.open();
	}

	function choose(option: SearchOption) {
		list.close();
		setIsWanted(false);
		setIsEntered(false);
		hasKeyed.current = false;
		// The keyboard of a phone would cover what was found; an item's page begins at its heading.
		if (option.item || matchMedia('(pointer: coarse)').matches) input.current?.blur();
		setTyped(option.item ? words : option.words);
		if (option.item) return void navigate(itemPath(option.item.id));
		keepSearch(option.words);
		ask(option.words, option.category);
	}

	return {
		input,
		typed,
		options,
		list,
		choose,
		hasLastSearches: isEntered && typed === '',
		onSubmit(event: FormEvent) {
			event.preventDefault();
			choose(options[list.active] ?? { words: typed.trim() });
		},
		/** For the input. */
		onInput: handleInput,
		onEnter: () => setIsEntered(true),
		onKey(event: KeyboardEvent) {
			hasKeyed.current = true;
			setIsWanted(true);
			list.onKeyDown(event);
		},
		/** For the box with everything in it. */
		onLeave({ currentTarget, relatedTarget }: FocusEvent) {
			if (currentTarget.contains(relatedTarget)) return;
			list.close();
			setIsEntered(false);
			if (isLive && typed.trim() === words) keepSearch(words);
		},
		onBoxKey(event: KeyboardEvent) {
			if (event.key !== 'Escape' || !isEntered) return;
			setIsEntered(false);
			input.current?.focus();
		},
	};
}

function keepSearch(words: string): void {
	if (words !== '')
		void import('./last-searches-store.ts').then((store) => store.keepSearch(words));
}

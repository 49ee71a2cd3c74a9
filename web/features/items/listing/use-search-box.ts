import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Category } from '#contract/items/facts.ts';
import { itemPath } from '#web/lib/paths.ts';
import { useCombobox } from './use-combobox.ts';
import { useCloseOnPause, useSearchOnPause, useSearchText } from './use-search-field.ts';
import { type SearchOption, useSuggestions } from './use-suggestions.ts';

export interface SearchBoxState {
	/** What the address searches for. */
	query: string;
	/** @param category where a chosen title is on sale */
	onSearch: (query: string, category?: Category) => void;
	/** Searches whenever the typing pauses, and offers titles only to those who type. */
	isLive?: boolean;
}

/** What stands in a search box, what it offers, and what its keys and presses do. */
export function useSearchBox({ query, onSearch, isLive = false }: SearchBoxState) {
	const input = useRef<HTMLInputElement>(null);
	const hasUsedKeyboard = useRef(false);
	const navigate = useNavigate();
	const { typed, setTyped, submitQuery } = useSearchText(query, input, onSearch);
	const [isSuggesting, setIsSuggesting] = useState(false);
	/** The last searches are offered from the focus on, until it goes or Escape is pressed. */
	const [isFocused, setIsFocused] = useState(false);
	const options = useSuggestions(typed, isSuggesting);
	const list = useCombobox(options.length);
	useSearchOnPause(isLive, typed, query, submitQuery);
	useCloseOnPause(isLive && list.isOpen && list.active < 0, typed, list.close);

	function handleInput(value: string) {
		setTyped(value);
		setIsSuggesting(true);
		// Whoever empties a box that searches by itself wants to see what it finds.
		if (isLive) setIsFocused(false);
		if (!isLive || hasUsedKeyboard.current) list.open();
	}

	function choose(option: SearchOption) {
		list.close();
		setIsSuggesting(false);
		setIsFocused(false);
		hasUsedKeyboard.current = false;
		// The keyboard of a phone would cover what was found; an item's page begins at its heading.
		if (option.item || matchMedia('(pointer: coarse)').matches) input.current?.blur();
		setTyped(option.item ? query : option.query);
		if (option.item) return void navigate(itemPath(option.item.id));
		saveSearch(option.query);
		submitQuery(option.query, option.category);
	}

	return {
		input,
		typed,
		options,
		list,
		choose,
		hasLastSearches: isFocused && typed === '',
		onSubmit(event: FormEvent) {
			event.preventDefault();
			choose(options[list.active] ?? { query: typed.trim() });
		},
		/** For the input. */
		onInput: handleInput,
		onEnter: () => setIsFocused(true),
		onKey(event: KeyboardEvent) {
			hasUsedKeyboard.current = true;
			setIsSuggesting(true);
			list.onKeyDown(event);
		},
		/** For the box with everything in it. */
		onLeave({ currentTarget, relatedTarget }: FocusEvent) {
			if (currentTarget.contains(relatedTarget)) return;
			list.close();
			setIsFocused(false);
			if (isLive && typed.trim() === query) saveSearch(query);
		},
		onBoxKey(event: KeyboardEvent) {
			if (event.key !== 'Escape' || !isFocused) return;
			setIsFocused(false);
			input.current?.focus();
		},
	};
}

function saveSearch(query: string): void {
	if (query !== '')
		void import('./last-searches-store.ts').then((store) => store.saveSearch(query));
}

import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { itemPath } from '#web/lib/paths.ts';
import { useCombobox } from './use-combobox.ts';
import { useCloseOnPause, useSearchOnPause, useSearchText } from './use-search-field.ts';
import { type SearchOption, useSuggestions } from './use-suggestions.ts';

export interface SearchBoxOptions {
	/** The search text in the address. */
	query: string;
	/** @param category the category of a chosen suggestion */
	onSearch: (query: string, category?: string) => void;
	/** Searches whenever typing pauses. Suggestions open for key presses only, not for text that is pasted or dictated. */
	isLive?: boolean;
}

/** State and event handlers of a search box. */
export function useSearchBox({ query, onSearch, isLive = false }: SearchBoxOptions) {
	const input = useRef<HTMLInputElement>(null);
	const hasPressedKey = useRef(false);
	const navigate = useNavigate();
	const { typed, setTyped, submitQuery } = useSearchText(query, input, onSearch);
	const [isSuggesting, setIsSuggesting] = useState(false);
	/** True from focus until blur, Escape, a search or typing in a live search box. The input may still have the focus. */
	const [offersLastSearches, setOffersLastSearches] = useState(false);
	const options = useSuggestions(typed, isSuggesting);
	const list = useCombobox(options.length);
	useSearchOnPause(isLive, typed, query, submitQuery);
	useCloseOnPause(isLive && list.isOpen && list.active < 0, typed, list.close);

	function handleInput(value: string) {
		setTyped(value);
		setIsSuggesting(true);
		// Clearing a live search box shows the results, not the last searches.
		if (isLive) setOffersLastSearches(false);
		if (!isLive || hasPressedKey.current) list.open();
	}

	function choose(option: SearchOption) {
		list.close();
		setIsSuggesting(false);
		setOffersLastSearches(false);
		hasPressedKey.current = false;
		// On phones the keyboard would cover the results; an item's page starts with the focus on its heading.
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
		/** The user may have no last searches: `LastSearches` then renders nothing. */
		mayShowLastSearches: offersLastSearches && typed === '',
		onSubmit(event: FormEvent) {
			event.preventDefault();
			choose(options[list.active] ?? { query: typed.trim() });
		},
		// Handlers of the input.
		onInput: handleInput,
		onFocus: () => setOffersLastSearches(true),
		onKey(event: KeyboardEvent) {
			hasPressedKey.current = true;
			setIsSuggesting(true);
			list.onKeyDown(event);
		},
		// Handlers of the element around input, suggestions and last searches.
		onBoxBlur({ currentTarget, relatedTarget }: FocusEvent) {
			if (currentTarget.contains(relatedTarget)) return;
			list.close();
			setOffersLastSearches(false);
			if (isLive && typed.trim() === query) saveSearch(query);
		},
		/** Escape hides the last searches, also while one of their buttons has the focus. */
		onBoxKey(event: KeyboardEvent) {
			if (event.key !== 'Escape' || !offersLastSearches) return;
			setOffersLastSearches(false);
			input.current?.focus();
		},
	};
}

function saveSearch(query: string): void {
	if (query !== '')
		void import('./last-searches-store.ts').then((store) => store.saveSearch(query));
}

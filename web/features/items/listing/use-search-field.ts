import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping } from '#web/lib/keyboard.ts';

/* Hooks of a search box: its text, what happens after pauses in typing, and the `/` key. */

/** A live search box searches after this pause in typing. */
const PAUSE_MS = 300;
/** After this pause in typing, the suggestions close, so that the results below them are visible. */
const CLOSE_AFTER_MS = 1200;

/**
 * The text in a search box. It follows the search text in the address when the address is changed by other means (Back,
 * a link, another search box). A change that this box has requested is ignored, because the user may have typed on
 * meanwhile.
 */
export function useSearchText(
	query: string,
	input: RefObject<HTMLInputElement | null>,
	onSearch: (query: string, category?: string) => void,
) {
	const [typed, setTyped] = useState(query);
	const [lastQuery, setLastQuery] = useState(query);
	const [requested, setRequested] = useState<string>();
	if (query !== lastQuery) {
		setLastQuery(query);
		setRequested(undefined);
		if (query !== requested) setTyped(query);
	}

	// The user may have typed before hydration.
	useEffect(() => {
		if (input.current?.value) setTyped(input.current.value);
	}, [input]);

	function submitQuery(nextQuery: string, category?: string) {
		setRequested(nextQuery);
		onSearch(nextQuery, category);
	}

	return { typed, setTyped, submitQuery };
}

/** Closes the list of suggestions after a pause in typing. */
export function useCloseOnPause(isEnabled: boolean, typed: string, close: () => void): void {
	const closeRef = useRef(close);

	useEffect(() => {
		closeRef.current = close;
	});

	useEffect(() => {
		if (!isEnabled || typed === '') return;
		const timer = setTimeout(() => closeRef.current(), CLOSE_AFTER_MS);
		return () => clearTimeout(timer);
	}, [isEnabled, typed]);
}

/** Searches for the typed text after a pause in typing, if `isLive`. */
export function useSearchOnPause(
	isLive: boolean,
	typed: string,
	query: string,
	onSearch: (query: string) => void,
): void {
	const searchRef = useRef(onSearch);

	useEffect(() => {
		searchRef.current = onSearch;
	});

	useEffect(() => {
		const requested = typed.trim();
		if (!isLive || requested === query) return;
		const timer = setTimeout(() => searchRef.current(requested), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [isLive, typed, query]);
}

/** The `/` key focuses the field from anywhere on the page, except from another field or a dialog. */
export function useSlashKey(isEnabled: boolean, input: RefObject<HTMLInputElement | null>): void {
	useEffect(() => {
		if (!isEnabled) return;
		const onKey = (event: KeyboardEvent) => {
			const isPlain = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
			const isInFieldOrDialog = isTyping() || document.querySelector('dialog[open]') !== null;
			if (!isPlain || isInFieldOrDialog || event.defaultPrevented) return;
			event.preventDefault();
			input.current?.select();
			input.current?.focus();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [isEnabled, input]);
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/items/facts.ts';
import { isTyping } from '#web/lib/keyboard.ts';

/** A box that searches by itself searches after this pause. */
const PAUSE_MS = 300;
/** Then its results stand below: the list gets out of their way. */
const REST_MS = 1200;

/**
 * What stands in the box. Where the address changes by itself (Back, a link, the other box), it says what that says. An
 * address that this box has asked for is drawn a moment later, when one may have typed on.
 */
export function useTyped(
	words: string,
	input: RefObject<HTMLInputElement | null>,
	onSearch: (words: string, category?: Category) => void,
) {
	const [typed, setTyped] = useState(words);
	const [known, setKnown] = useState(words);
	const [asked, setAsked] = useState<string>();
	if (words !== known) {
		setKnown(words);
		setAsked(undefined);
		if (words !== asked) setTyped(words);
	}

	// Whoever began before the script had come has typed it already.
	useEffect(() => {
		if (input.current?.value) setTyped(input.current.value);
	}, [input]);

	function ask(wanted: string, category?: Category) {
		setAsked(wanted);
		onSearch(wanted, category);
	}

	return { typed, setTyped, ask };
}

/** Closes the list when nothing was typed for a while. */
export function useRest(mayRest: boolean, typed: string, close: () => void): void {
	const rest = useRef(close);

	useEffect(() => {
		rest.current = close;
	});

	useEffect(() => {
		if (!mayRest || typed === '') return;
		const timer = setTimeout(() => rest.current(), REST_MS);
		return () => clearTimeout(timer);
	}, [mayRest, typed]);
}

export function useSearchOnPause(
	isLive: boolean,
	typed: string,
	words: string,
	onSearch: (words: string) => void,
): void {
	const search = useRef(onSearch);

	useEffect(() => {
		search.current = onSearch;
	});

	useEffect(() => {
		const asked = typed.trim();
		if (!isLive || asked === words) return;
		const timer = setTimeout(() => search.current(asked), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [isLive, typed, words]);
}

/** `/` leads to the field from anywhere on the page, except from another field or a dialog. */
export function useSlashKey(isWanted: boolean, input: RefObject<HTMLInputElement | null>): void {
	useEffect(() => {
		if (!isWanted) return;
		const onKey = (event: KeyboardEvent) => {
			const isPlain = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
			const isElsewhere = isTyping() || document.querySelector('dialog[open]') !== null;
			if (!isPlain || isElsewhere || event.defaultPrevented) return;
			event.preventDefault();
			input.current?.select();
			input.current?.focus();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [isWanted, input]);
}

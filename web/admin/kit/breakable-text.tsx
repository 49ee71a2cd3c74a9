import { createElement, Fragment, type ReactNode } from 'react';

/** Longer than nearly all words of people: addresses, the longest of names, letters without an end. */
const LONG_WORD = /(\S{15,})/u;
/** Where a long word is broken first: in an address, or in the name of an action. */
const BREAK_AFTER = /(?<=[@._/-])/;
const WORD_BREAK = <wbr />;

/**
 * Text of a table, whose columns are as wide as the longest word in them: only a long word gives way, behind a mark that it has,
 * or else anywhere.
 */
export function BreakableText({ children }: { children: string }) {
	const parts = children.split(LONG_WORD);
	return toFragment(parts.map((part, index) => (index % 2 === 0 ? part : breakLongWord(part))));
}

function breakLongWord(word: string): ReactNode {
	const parts = word
		.split(BREAK_AFTER)
		.map((part) => (LONG_WORD.test(part) ? breakAnywhere(part) : part));
	return toFragment(parts.flatMap((part) => [part, WORD_BREAK]));
}

function breakAnywhere(part: string): ReactNode {
	return <span className="long-word">{part}</span>;
}

/** They have no keys: a text that changes is another one. */
function toFragment(parts: readonly ReactNode[]): ReactNode {
	return createElement(Fragment, null, ...parts);
}

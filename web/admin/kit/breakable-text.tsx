import { createElement, Fragment, type ReactNode } from 'react';

/** A word longer than nearly all that people write: an email address, a very long name, text without spaces. */
const LONG_WORD = /(\S{15,})/u;
/** Preferred break positions: in an email address, or in the name of an action. */
const BREAK_AFTER = /(?<=[@._/-])/;
const WORD_BREAK = <wbr />;

/**
 * Text of a table cell. A column is as wide as its longest word, so only overlong words may break: after a separator
 * if they have one, otherwise anywhere.
 */
export function BreakableText({ children }: { children: string }) {
	// Because of the parentheses in the pattern, the parts at odd indexes are the long words.
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

/** Passes the parts as arguments, not as an array: React then requires no keys for them. */
function toFragment(parts: readonly ReactNode[]): ReactNode {
	return createElement(Fragment, null, ...parts);
}

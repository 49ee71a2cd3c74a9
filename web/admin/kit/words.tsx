import { createElement, Fragment, type ReactNode } from 'react';

/** Longer than nearly all words of people: addresses, the longest of names, letters without an end. */
const LONG_WORD = /(\S{15,})/u;
/** Where a long word is broken first: in an address, or in the name of an action. */
const BEHIND_MARK = /(?<=[@._/-])/;
const BREAK = <wbr />;

/**
 * Text of a table, whose columns are as wide as the longest word in them: only a long word gives way, behind a mark that it has,
 * or else anywhere.
 */
export function Words({ children }: { children: string }) {
	const parts = children.split(LONG_WORD);
	return inARow(parts.map((part, place) => (place % 2 === 0 ? part : longWord(part))));
}

function longWord(word: string): ReactNode {
	const pieces = word
		.split(BEHIND_MARK)
		.map((piece) => (LONG_WORD.test(piece) ? giving(piece) : piece));
	return inARow(pieces.flatMap((piece) => [piece, BREAK]));
}

function giving(piece: string): ReactNode {
	return <span className="long-word">{piece}</span>;
}

/** They have no keys: a text that changes is another one. */
function inARow(parts: readonly ReactNode[]): ReactNode {
	return createElement(Fragment, null, ...parts);
}

/*
 * A posted item is not compared with every saved search. Each search is stored under a few anchors, and every matching
 * item has at least one of them, as in Lucene's monitor (docs/decisions/0025-saved-searches.md). A word, or the marked
 * prefix of an unfinished word (`PREFIX_MARK`), is its own anchor; the anchor of a subject or a category begins with a
 * sign with which no word begins.
 */

/** Anchor of a search without a rarer anchor: such a search is compared with every item. */
export const EVERY_ITEM = '';
/** First character of the anchor of a subject. */
export const SUBJECT_SIGN = '#';
/** First character of the anchor of a category. */
export const CATEGORY_SIGN = '@';

interface AnchoredSearch {
	/** The text of the `tsquery`; '' if it is empty and so matches nothing; undefined for a search without words. */
	wordQuery: string | undefined;
	subject: string | null;
	categoryId: number | null;
}

/** The share of items, 0 to 1, that have a word; 0 for a rare word. */
export type WordFrequency = (word: string) => number;

/**
 * The anchors of a search: the rarest words that every match must have, else its subject, else its category, else
 * EVERY_ITEM. Empty for a search that matches nothing.
 */
export function anchorsOf(
	{ wordQuery, subject, categoryId }: AnchoredSearch,
	frequencyOf: WordFrequency,
): string[] {
	if (wordQuery === '') return [];
	const words = wordQuery && requiredWords(parseQuery(wordQuery), frequencyOf);
	if (words) return words;
	if (subject !== null) return [`${SUBJECT_SIGN}${subject}`];
	return [categoryId === null ? EVERY_ITEM : `${CATEGORY_SIGN}${categoryId}`];
}

type QueryNode =
	| { type: 'word'; word: string }
	/** A phrase is an 'and', as all its words must be there. */
	| { type: 'and' | 'or'; parts: QueryNode[] }
	/** A negation or an unmarked prefix (`:*`), which requires no particular word. */
	| { type: 'other' };

/** Words of which every match has at least one; undefined if a match may have none. */
function requiredWords(node: QueryNode, frequencyOf: WordFrequency): string[] | undefined {
	if (node.type === 'word') return [node.word];
	if (node.type === 'other') return undefined;
	const required = node.parts.map((part) => requiredWords(part, frequencyOf));
	if (node.type === 'and') return rarest(required, frequencyOf);
	const known = required.filter((words) => words !== undefined);
	return known.length === required.length ? [...new Set(known.flat())] : undefined;
}

/**
 * The choice whose words the fewest items have. Ties go to the choice with fewer words, then to the one whose
 * shortest word is longer.
 */
function rarest(
	choices: readonly (string[] | undefined)[],
	frequencyOf: WordFrequency,
): string[] | undefined {
	const share = (words: readonly string[]) =>
		words.reduce((total, word) => total + frequencyOf(word), 0);
	const shortest = (words: readonly string[]) => Math.min(...words.map((word) => word.length));
	const compare = (one: string[], other: string[]) =>
		share(one) - share(other) || one.length - other.length || shortest(other) - shortest(one);
	return choices.filter((words) => words !== undefined).toSorted(compare)[0];
}

/** A word with its flags, or an operator, in PostgreSQL's text of a `tsquery`. */
const TOKEN = /'((?:[^'\\]|''|\\.)*)'(:[*A-D]+)?|<(?:-|\d+)>|[&|!()]/gs;

function parseQuery(text: string): QueryNode {
	const tokens = [...text.matchAll(TOKEN)];
	let at = 0;
	const accept = (pattern: RegExp) => {
		const isNext = pattern.test(tokens[at]?.[0] ?? '');
		if (isNext) at += 1;
		return isNext;
	};

	/** Parses operators from the one that binds weakest to the one that binds strongest. */
	function parseLevel([operator, ...stronger]: readonly Operator[]): QueryNode {
		if (!operator) return parseOperand();
		const parts = [parseLevel(stronger)];
		while (accept(operator.pattern)) parts.push(parseLevel(stronger));
		const [only] = parts;
		return parts.length === 1 && only ? only : { type: operator.type, parts };
	}

	function parseOperand(): QueryNode {
		if (accept(/^!$/)) {
			parseOperand();
			return { type: 'other' };
		}
		if (accept(/^\($/)) {
			const inner = parseLevel(OPERATORS);
			accept(/^\)$/);
			return inner;
		}
		const [, quoted, flags = ''] = tokens[at] ?? [];
		at += 1;
		if (quoted === undefined) throw new Error(`Not a tsquery: ${text}`);
		return flags.includes('*') ? { type: 'other' } : { type: 'word', word: unquote(quoted) };
	}

	return parseLevel(OPERATORS);
}

interface Operator {
	type: 'and' | 'or';
	pattern: RegExp;
}

const OPERATORS: readonly Operator[] = [
	{ type: 'or', pattern: /^\|$/ },
	{ type: 'and', pattern: /^&$/ },
	{ type: 'and', pattern: /^</ },
];

function unquote(quoted: string): string {
	return quoted.replaceAll("''", "'").replace(/\\(.)/gs, '$1');
}

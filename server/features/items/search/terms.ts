/** Hindi words without meaning for a search; PostgreSQL has a list of the English ones. */
const HINDI_STOP_WORDS = new Set([
	'का',
	'के',
	'की',
	'को',
	'में',
	'से',
	'पर',
	'है',
	'हैं',
	'और',
	'या',
	'एक',
	'यह',
	'वह',
	'ने',
	'लिए',
	'वाला',
	'वाली',
]);
const TERMS_MAX = 8;

/**
 * The words of a search text: letters, combining marks and digits of any script; at most eight. Hindi stop words are
 * left out, unless the text has no other words.
 */
export function searchTerms(words: string): string[] {
	const runs = words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	// A combining mark without a letter is no word: nothing is left of it without accents.
	const terms = runs.filter((run) => /[\p{L}\p{N}]/u.test(run));
	const significant = terms.filter((term) => !HINDI_STOP_WORDS.has(term));
	return (significant.length > 0 ? significant : terms).slice(0, TERMS_MAX);
}

/**
 * The number of letters to add, remove, change or swap with their neighbour to turn one spelling into the other.
 * (Optimal string alignment: each position is changed at most once.)
 */
export function editDistance(one: string, other: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const costAt = (costs: readonly number[], place: number) => costs[place] ?? 0;
			const same = one[row - 1] === other[column - 1] ? 0 : 1;
			let least = Math.min(
				costAt(last, column) + 1,
				costAt(current, column - 1) + 1,
				costAt(last, column - 1) + same,
			);
			const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (swapped) least = Math.min(least, costAt(beforeLast, column - 2) + 1);
			current.push(least);
		}
		beforeLast = last;
		last = current;
	}
	return last.at(-1) ?? 0;
}

/**
 * The words close enough to the typed one, closest first: one mistake is allowed, one more per four letters, at most
 * three.
 * @param typed the spelling of the typed word
 * @param isPrefix whether the word may be unfinished
 */
export function closestWords<Word extends { spelling: string }>(
	typed: string,
	words: readonly Word[],
	isPrefix: boolean,
): Word[] {
	const countMistakes = ({ spelling }: Word) => {
		const fullDistance = editDistance(typed, spelling);
		if (!isPrefix || typed.length < 4) return fullDistance;
		// Also compare with the beginning of the word; the 0.5 ranks an equally close complete word first.
		return Math.min(fullDistance, editDistance(typed, spelling.slice(0, typed.length + 1)) + 0.5);
	};
	return words
		.map((word) => ({ word, mistakes: countMistakes(word) }))
		.filter(({ mistakes }) => mistakes <= Math.min(3, 1 + Math.floor(typed.length / 4)))
		.sort((first, second) => first.mistakes - second.mistakes)
		.map(({ word }) => word);
}

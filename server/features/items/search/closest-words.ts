/**
 * The number of letters to insert, delete, replace or swap with their neighbour to turn one spelling into the other
 * (optimal string alignment distance: each position is changed at most once).
 */
export function editDistance(one: string, other: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const costAt = (costs: readonly number[], index: number) => costs[index] ?? 0;
			const replaceCost = one[row - 1] === other[column - 1] ? 0 : 1;
			let least = Math.min(
				costAt(last, column) + 1,
				costAt(current, column - 1) + 1,
				costAt(last, column - 1) + replaceCost,
			);
			const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (isSwapped) least = Math.min(least, costAt(beforeLast, column - 2) + 1);
			current.push(least);
		}
		beforeLast = last;
		last = current;
	}
	return last.at(-1) ?? 0;
}

/**
 * The words that are close enough to the typed word, closest first. One mistake is allowed, and one more per four
 * letters, up to three.
 * @param typed the spelling of the typed word
 * @param isPrefix whether the typed word may be unfinished
 */
export function closestWords<Word extends { spelling: string }>(
	typed: string,
	words: readonly Word[],
	isPrefix: boolean,
): Word[] {
	const countMistakes = ({ spelling }: Word) => {
		const fullDistance = editDistance(typed, spelling);
		if (!isPrefix || typed.length < 4) return fullDistance;
		// Compare with the beginning of the word as well, one letter longer than the typed text, as a letter may be
		// missing. The 0.5 ranks a complete word first if it is equally close.
		return Math.min(fullDistance, editDistance(typed, spelling.slice(0, typed.length + 1)) + 0.5);
	};
	return words
		.map((word) => ({ word, mistakes: countMistakes(word) }))
		.filter(({ mistakes }) => mistakes <= Math.min(3, 1 + Math.floor(typed.length / 4)))
		.sort((first, second) => first.mistakes - second.mistakes)
		.map(({ word }) => word);
}

import type { Subject } from '#contract/catalogue/schemas.ts';

/** A longer list would take too long to read. */
const OPTIONS_MAX = 30;

/**
 * The subjects to choose from, the best matches first. While nothing is typed, subjects named in the item's title come
 * first; the others keep the catalogue's order.
 * @param chosen the codes of chosen subjects, which are left out
 */
export function subjectOptions(
	subjects: readonly Subject[],
	{ typed, title, chosen }: { typed: string; title: string; chosen: readonly string[] },
): Subject[] {
	const rankOf = rankFor(typed, title);
	return subjects
		.filter(({ code }) => !chosen.includes(code))
		.map((subject) => ({ subject, rank: rankOf(subject) }))
		.filter(({ rank }) => rank < UNFOUND)
		.toSorted((one, other) => one.rank - other.rank)
		.slice(0, OPTIONS_MAX)
		.map(({ subject }) => subject);
}

/** The rank of a subject that does not match the typed text. */
const UNFOUND = 9;

/** Returns a function that ranks subjects, the best with the lowest number. */
function rankFor(typed: string, title: string): (subject: Subject) => number {
	const [text, titleWords] = [plain(typed), ` ${plain(title)} `];
	const words = text.split(' ');
	return ({ code, name }) => {
		const [plainCode, plainName] = [plain(code).replaceAll(' ', ''), plain(name)];
		if (text === '') return isNamedIn(titleWords, plainCode, plainName) ? 0 : 1;
		if (plainCode.startsWith(text.replaceAll(' ', ''))) return 0;
		if (plainName.startsWith(text)) return 1;
		const named = ` ${plain(code)} ${plainName}`;
		return words.every((word) => named.includes(` ${word}`)) ? 2 : UNFOUND;
	};
}

/** Whether the title contains the subject's name or its code, which may be written EC301, EC 301 or EC-301. */
function isNamedIn(titleWords: string, code: string, name: string): boolean {
	const isCodeNamed = titleWords.includes(` ${code} `) || titleWords.includes(` ${spaced(code)} `);
	return isCodeNamed || titleWords.includes(` ${name} `);
}

const spaced = (code: string) => code.replace(/(?<=\D)(?=\d)/, ' ');

/** The text in lower case with single spaces between words, and 'and' for '&'. */
function plain(text: string): string {
	return text
		.toLowerCase()
		.replaceAll('&', ' and ')
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
		.trim();
}

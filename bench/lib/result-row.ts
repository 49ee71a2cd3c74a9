/** One row of bench/RESULTS.md; the runner adds date and command. */
export interface ResultRow {
	what: string;
	bar: string;
	newest: string;
	/** False where the bar is missed; left out where there is none. */
	isMet?: boolean;
}

const COMPARE = {
	'≤': (figure: number, limit: number) => figure <= limit,
	'<': (figure: number, limit: number) => figure < limit,
	'≥': (figure: number, limit: number) => figure >= limit,
};

interface MeasuredFigures {
	what: string;
	sign: keyof typeof COMPARE;
	limit: number;
	/** Such as `ms`, or `×`. */
	unit: string;
	/** What a factor compares with. */
	comparedWith?: string;
	/** All of them must meet the bar. */
	figures: readonly number[];
	digits?: number;
	/** Shows each figure instead of the lowest and the highest. */
	listsAll?: boolean;
}

/** The row of one bar: its figures as they are shown, and whether each of them meets it. */
export function checkBar(measured: MeasuredFigures): ResultRow {
	const { what, sign, limit, unit, comparedWith = '', figures, digits, listsAll } = measured;
	const shown = listsAll
		? figures.map((figure) => figure.toFixed(digits ?? 2)).join(', ')
		: formatRange(figures, digits);
	return {
		what,
		bar: `${sign} ${limit} ${unit}${comparedWith && ` ${comparedWith}`}`,
		newest: `${shown} ${unit}`,
		isMet: figures.length > 0 && figures.every((figure) => COMPARE[sign](figure, limit)),
	};
}

/** A row that is recorded without a bar. */
export function withoutBar(what: string, newest: string): ResultRow {
	return { what, bar: 'none', newest };
}

/** A row where each count must be zero. */
export function allZero(what: string, counts: readonly number[], remark = ''): ResultRow {
	return {
		what,
		bar: counts.map(() => 0).join(', '),
		newest: `${counts.join(', ')}${remark && `; ${remark}`}`,
		isMet: counts.every((count) => count === 0),
	};
}

export function formatRange(figures: readonly number[], digits = 2): string {
	const [least, most] = [Math.min(...figures), Math.max(...figures)].map((figure) =>
		figure.toFixed(digits),
	);
	return least === most ? String(least) : `${least} to ${most}`;
}

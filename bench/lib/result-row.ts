/** One row of bench/RESULTS.md; the runner adds date and command. */
export interface ResultRow {
	what: string;
	target: string;
	newest: string;
	/** False where the bar is missed; left out where there is none. */
	isMet?: boolean;
}

const COMPARE = {
	'≤': (measurement: number, limit: number) => measurement <= limit,
	'<': (measurement: number, limit: number) => measurement < limit,
	'≥': (measurement: number, limit: number) => measurement >= limit,
};

interface TargetCheck {
	what: string;
	sign: keyof typeof COMPARE;
	limit: number;
	/** Such as `ms`, or `×`. */
	unit: string;
	/** What a factor compares with. */
	comparedWith?: string;
	/** All of them must meet the bar. */
	measurements: readonly number[];
	digits?: number;
	/** Shows each figure instead of the lowest and the highest. */
	showsEach?: boolean;
}

/** The row of one bar: its figures as they are shown, and whether each of them meets it. */
export function checkTarget(measured: TargetCheck): ResultRow {
	const { what, sign, limit, unit, comparedWith = '', measurements, digits, showsEach } = measured;
	const formatted = showsEach
		? measurements.map((measurement) => measurement.toFixed(digits ?? 2)).join(', ')
		: formatRange(measurements, digits);
	return {
		what,
		target: `${sign} ${limit} ${unit}${comparedWith && ` ${comparedWith}`}`,
		newest: `${formatted} ${unit}`,
		isMet:
			measurements.length > 0 &&
			measurements.every((measurement) => COMPARE[sign](measurement, limit)),
	};
}

/** A row that is recorded without a bar. */
export function withoutTarget(what: string, newest: string): ResultRow {
	return { what, target: 'none', newest };
}

/** A row where each count must be zero. */
export function checkAllZero(what: string, counts: readonly number[], remark = ''): ResultRow {
	return {
		what,
		target: counts.map(() => 0).join(', '),
		newest: `${counts.join(', ')}${remark && `; ${remark}`}`,
		isMet: counts.every((count) => count === 0),
	};
}

export function formatRange(measurements: readonly number[], digits = 2): string {
	const [lowest, highest] = [Math.min(...measurements), Math.max(...measurements)].map(
		(measurement) => measurement.toFixed(digits),
	);
	return lowest === highest ? String(lowest) : `${lowest} to ${highest}`;
}

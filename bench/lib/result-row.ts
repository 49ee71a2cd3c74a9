/** One row of bench/RESULTS.md; the runner adds date and command. */
export interface ResultRow {
	what: string;
	target: string;
	/** The formatted figures, for the column "newest". */
	measured: string;
	/** Whether the target is met; absent for a row without a target. */
	isMet?: boolean;
}

/** Multiplies each bar's distance from zero: 1.3 in the run at night, whose machine also does other work. */
const SLACK = Number(process.env.BENCH_SLACK ?? 1);

const COMPARE = {
	'≤': (measurement: number, limit: number) => measurement <= limit * SLACK,
	'≥': (measurement: number, limit: number) => measurement >= limit / SLACK,
};

interface TargetCheck {
	what: string;
	sign: keyof typeof COMPARE;
	limit: number;
	/** The unit of the measurements, such as `ms` or `×`. */
	unit: string;
	/** For a factor: what is compared with, such as `the baseline`. */
	comparedWith?: string;
	/** The target is met only if each measurement meets it. */
	measurements: readonly number[];
	digits?: number;
	/** Shows each figure instead of the lowest and the highest. */
	showsEach?: boolean;
}

/** The row of one target: the formatted figures, and whether each of them meets the target, give or take `BENCH_SLACK`. */
export function checkTarget(check: TargetCheck): ResultRow {
	const { what, sign, limit, unit, comparedWith = '', measurements, digits, showsEach } = check;
	const formatted = showsEach
		? measurements.map((measurement) => measurement.toFixed(digits ?? 2)).join(', ')
		: formatRange(measurements, digits);
	return {
		what,
		target: `${sign} ${limit} ${unit}${comparedWith && ` ${comparedWith}`}`,
		measured: `${formatted} ${unit}`,
		isMet:
			measurements.length > 0 &&
			measurements.every((measurement) => COMPARE[sign](measurement, limit)),
	};
}

/** A row for a figure without a target. */
export function withoutTarget(what: string, measured: string): ResultRow {
	return { what, target: 'none', measured };
}

/** A row with the target that each count is zero. */
export function checkAllZero(what: string, counts: readonly number[], remark = ''): ResultRow {
	return {
		what,
		target: counts.map(() => 0).join(', '),
		measured: `${counts.join(', ')}${remark && `; ${remark}`}`,
		isMet: counts.every((count) => count === 0),
	};
}

/** The lowest and the highest measurement, or only one number if both look the same. */
export function formatRange(measurements: readonly number[], digits = 2): string {
	const [lowest, highest] = [Math.min(...measurements), Math.max(...measurements)].map(
		(measurement) => measurement.toFixed(digits),
	);
	return lowest === highest ? String(lowest) : `${lowest} to ${highest}`;
}

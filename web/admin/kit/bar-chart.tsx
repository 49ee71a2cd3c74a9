import { formatCount } from '#contract/core/format.ts';

interface ChartDay {
	/** 'YYYY-MM-DD', a day of the college's. */
	date: string;
	count: number;
}

interface BarChartProps {
	/** What is counted: 'Items a day'. */
	label: string;
	/** Oldest first. */
	days: readonly ChartDay[];
	className?: string;
}

/** Share of the height that the tallest bar takes; above it stands its figure. */
const MAX_BAR_HEIGHT = 0.8;
/** Share of a day's width that its bar takes. */
const BAR_WIDTH = 0.74;
/** As many figures and names of days as fit side by side on a phone. */
const MAX_LABELS_NARROW = 7;
/** And on a desk. */
const MAX_LABELS_WIDE = 14;

/**
 * A bar for each day, today's in the accent. For the eye alone: whoever shows it has the figures as a table as well. Places are
 * attributes of the SVG, in percent, since the policy of the pages allows no styles.
 */
export function BarChart({ label, days, className = 'h-24' }: BarChartProps) {
	const maxCount = Math.max(1, ...days.map(({ count }) => count));
	const highestIndex = days.findIndex(({ count }) => count === maxCount);

	return (
		<div role="img" aria-label={summaryOf(label, days)} className="grid gap-1">
			<svg aria-hidden="true" className={`w-full overflow-hidden ${className}`}>
				{days.map(({ date, count }, index) => (
					<Bar
						key={date}
						count={count}
						height={(count / maxCount) * MAX_BAR_HEIGHT}
						left={(index + (1 - BAR_WIDTH) / 2) / days.length}
						width={BAR_WIDTH / days.length}
						isLast={index === days.length - 1}
						labelVisibility={
							index === highestIndex || index === days.length - 1
								? 'always'
								: labelVisibilityFor(days.length)
						}
					/>
				))}
				<line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-line" strokeWidth="2" />
			</svg>
			<svg aria-hidden="true" className="h-[1.1rem] w-full overflow-visible">
				{days.map(({ date }, index) => (
					<DayLabel key={date} date={date} index={index} count={days.length} />
				))}
			</svg>
		</div>
	);
}

type LabelVisibility = 'always' | 'wide' | 'never';

function labelVisibilityFor(days: number): LabelVisibility {
	if (days <= MAX_LABELS_NARROW) return 'always';
	return days <= MAX_LABELS_WIDE ? 'wide' : 'never';
}

interface BarProps {
	count: number;
	/** Shares of the chart, 0 to 1. */
	height: number;
	left: number;
	width: number;
	isLast: boolean;
	/** Where its figure stands above it. */
	labelVisibility: LabelVisibility;
}

function Bar({ count, height, left, width, isLast, labelVisibility }: BarProps) {
	return (
		<>
			<rect
				x={percent(left)}
				y={percent(1 - height)}
				width={percent(width)}
				// The lower corners are below the axis.
				height="100%"
				rx="5"
				className={isLast ? 'fill-accent' : 'fill-edge/35'}
			/>
			{labelVisibility !== 'never' && (
				<text
					x={percent(left + width / 2)}
					y={percent(1 - height)}
					dy="-0.45em"
					textAnchor="middle"
					className={`fill-ink-soft text-xs font-semibold tabular-nums ${labelVisibility === 'wide' ? 'max-wide:hidden' : ''}`}
				>
					{formatCount(count)}
				</text>
			)}
		</>
	);
}

function DayLabel({ date, index, count }: { date: string; index: number; count: number }) {
	const isLast = index === count - 1;
	const isLabelled = count <= MAX_LABELS_NARROW || (count - 1 - index) % MAX_LABELS_NARROW === 0;
	if (!isLabelled) return null;
	return (
		<text
			x={percent(isLast && count > MAX_LABELS_NARROW ? 1 : (index + 0.5) / count)}
			y="80%"
			textAnchor={isLast && count > MAX_LABELS_NARROW ? 'end' : 'middle'}
			className="fill-ink-soft text-xs"
		>
			{count <= MAX_LABELS_NARROW
				? dayFormats.weekday.format(new Date(date))
				: formatChartDay(date)}
		</text>
	);
}

/** A day without a time is midnight in Greenwich, and read there as well. */
const dayFormats = {
	weekday: new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' }),
	day: new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
};

/** '18 Nov'. */
export function formatChartDay(date: string): string {
	return dayFormats.day.format(new Date(date));
}

function percent(fraction: number): string {
	return `${(fraction * 100).toFixed(2)}%`;
}

/** 'Items a day: 14 to 40, 35 today'. */
function summaryOf(label: string, days: readonly ChartDay[]): string {
	const counts = days.map(({ count }) => count);
	const [minCount, maxCount] = [Math.min(...counts), Math.max(...counts)].map(formatCount);
	return `${label}: ${minCount} to ${maxCount}, ${formatCount(counts.at(-1) ?? 0)} today`;
}

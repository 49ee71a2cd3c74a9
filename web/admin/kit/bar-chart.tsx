import { formatCount } from '#contract/core/format.ts';

interface ChartDay {
	/** 'YYYY-MM-DD', a day in the college's time zone. */
	date: string;
	count: number;
}

interface BarChartProps {
	/** What the bars count: 'Items a day'. */
	label: string;
	/** Oldest first. */
	days: readonly ChartDay[];
	className?: string;
}

/** Share of the chart's height that the tallest bar takes; its number stands above it. */
const MAX_BAR_HEIGHT = 0.8;
/** Share of a day's width that its bar takes. */
const BAR_WIDTH = 0.74;
/** How many numbers and dates fit side by side on a phone. */
const MAX_LABELS_NARROW = 7;
/** How many numbers and dates fit side by side on a desktop. */
const MAX_LABELS_WIDE = 14;

/**
 * One bar per day, today's in the accent colour. Screen readers get only a summary: each page with a chart also has its
 * numbers in a table. Positions are SVG attributes in percent, since the content security policy forbids inline styles.
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
						labelAnchor={labelAnchorFor(index, days.length)}
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
					<DayLabel key={date} date={date} index={index} dayCount={days.length} />
				))}
			</svg>
		</div>
	);
}

type LabelVisibility = 'always' | 'wide' | 'never';

function labelVisibilityFor(dayCount: number): LabelVisibility {
	if (dayCount <= MAX_LABELS_NARROW) return 'always';
	return dayCount <= MAX_LABELS_WIDE ? 'wide' : 'never';
}

type LabelAnchor = 'start' | 'middle' | 'end';

/** The numbers of narrow bars at both ends would be cut off if they stood in the middle above them. */
function labelAnchorFor(index: number, dayCount: number): LabelAnchor {
	if (dayCount <= MAX_LABELS_NARROW) return 'middle';
	if (index === 0) return 'start';
	return index === dayCount - 1 ? 'end' : 'middle';
}

const ANCHOR_SHARE: Record<LabelAnchor, number> = { start: 0, middle: 0.5, end: 1 };

interface BarProps {
	count: number;
	/** Shares of the chart, 0 to 1. */
	height: number;
	left: number;
	width: number;
	isLast: boolean;
	labelAnchor: LabelAnchor;
	/** Where the number above the bar is shown. */
	labelVisibility: LabelVisibility;
}

function Bar({ count, height, left, width, isLast, labelAnchor, labelVisibility }: BarProps) {
	return (
		<>
			<rect
				x={percent(left)}
				y={percent(1 - height)}
				width={percent(width)}
				// The rounded lower corners lie below the axis.
				height="100%"
				rx="5"
				className={isLast ? 'fill-accent' : 'fill-edge/35'}
			/>
			{labelVisibility !== 'never' && (
				<text
					x={percent(left + width * ANCHOR_SHARE[labelAnchor])}
					y={percent(1 - height)}
					dy="-0.45em"
					textAnchor={labelAnchor}
					className={`fill-ink-soft text-xs font-semibold tabular-nums ${labelVisibility === 'wide' ? 'max-wide:hidden' : ''}`}
				>
					{formatCount(count)}
				</text>
			)}
		</>
	);
}

interface DayLabelProps {
	date: string;
	index: number;
	dayCount: number;
}

/**
 * The weekday below a bar. In a chart of more than seven days it is the date, and only below every seventh bar, counted
 * back from today.
 */
function DayLabel({ date, index, dayCount }: DayLabelProps) {
	const isLast = index === dayCount - 1;
	const isLabelled =
		dayCount <= MAX_LABELS_NARROW || (dayCount - 1 - index) % MAX_LABELS_NARROW === 0;
	if (!isLabelled) return null;
	return (
		<text
			x={percent(isLast && dayCount > MAX_LABELS_NARROW ? 1 : (index + 0.5) / dayCount)}
			y="80%"
			textAnchor={isLast && dayCount > MAX_LABELS_NARROW ? 'end' : 'middle'}
			className="fill-ink-soft text-xs"
		>
			{dayCount <= MAX_LABELS_NARROW
				? dayFormats.weekday.format(new Date(date))
				: formatChartDay(date)}
		</text>
	);
}

/** A date without a time is midnight UTC, and is formatted in UTC. */
const dayFormats = {
	weekday: new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' }),
	day: new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
};

/** '18 Nov'. */
function formatChartDay(date: string): string {
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

interface DayTableProps<Day> {
	label: string;
	/** Oldest first. */
	days: readonly Day[];
	/** The value of each column, by its header: a count, or a text such as an amount. */
	columns: Readonly<Record<string, (day: Day) => number | string>>;
}

/** The numbers of a chart, for screen readers and for exact values. */
export function DayTable<Day extends { date: string }>({
	label,
	days,
	columns,
}: DayTableProps<Day>) {
	return (
		<table aria-label={label} className="w-full max-w-md text-sm wrap-anywhere">
			<thead className="text-xs text-ink-soft">
				<tr>
					<th scope="col" className="py-1.5 text-left font-semibold">
						Day
					</th>
					{Object.keys(columns).map((title) => (
						<th key={title} scope="col" className="py-1.5 text-right font-semibold">
							{title}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="divide-y divide-line">
				{days.map((day) => (
					<tr key={day.date}>
						<th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
							{formatChartDay(day.date)}
						</th>
						{Object.entries(columns).map(([title, readValue]) => (
							<td key={title} className="py-1.5 text-right tabular-nums">
								{format(readValue(day))}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

const format = (value: number | string) => (typeof value === 'number' ? formatCount(value) : value);

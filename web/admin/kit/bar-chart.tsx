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
const TALLEST = 0.8;
/** Share of a day's width that its bar takes. */
const BAR = 0.74;
/** As many figures and names of days as fit side by side on a phone. */
const FEW = 7;
/** And on a desk. */
const SOME = 14;

/**
 * A bar for each day, today's in the accent. For the eye alone: whoever shows it has the figures as a table as well. Places are
 * attributes of the SVG, in percent, since the policy of the pages allows no styles.
 */
export function BarChart({ label, days, className = 'h-24' }: BarChartProps) {
	const most = Math.max(1, ...days.map(({ count }) => count));
	const highest = days.findIndex(({ count }) => count === most);

	return (
		<div role="img" aria-label={summaryOf(label, days)} className="grid gap-1">
			<svg aria-hidden="true" className={`w-full overflow-hidden ${className}`}>
				{days.map(({ date, count }, place) => (
					<Bar
						key={date}
						count={count}
						height={(count / most) * TALLEST}
						left={(place + (1 - BAR) / 2) / days.length}
						width={BAR / days.length}
						isLast={place === days.length - 1}
						told={place === highest || place === days.length - 1 ? 'always' : toldOf(days.length)}
					/>
				))}
				<line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-line" strokeWidth="2" />
			</svg>
			<svg aria-hidden="true" className="h-[1.1rem] w-full overflow-visible">
				{days.map(({ date }, place) => (
					<DayName key={date} date={date} place={place} count={days.length} />
				))}
			</svg>
		</div>
	);
}

type Told = 'always' | 'wide' | 'never';

function toldOf(days: number): Told {
	if (days <= FEW) return 'always';
	return days <= SOME ? 'wide' : 'never';
}

interface BarProps {
	count: number;
	/** Shares of the chart, 0 to 1. */
	height: number;
	left: number;
	width: number;
	isLast: boolean;
	/** Where its figure stands above it. */
	told: Told;
}

function Bar({ count, height, left, width, isLast, told }: BarProps) {
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
			{told !== 'never' && (
				<text
					x={percent(left + width / 2)}
					y={percent(1 - height)}
					dy="-0.45em"
					textAnchor="middle"
					className={`fill-ink-soft text-xs font-semibold tabular-nums ${told === 'wide' ? 'max-wide:hidden' : ''}`}
				>
					{formatCount(count)}
				</text>
			)}
		</>
	);
}

function DayName({ date, place, count }: { date: string; place: number; count: number }) {
	const isLast = place === count - 1;
	const isTold = count <= FEW || (count - 1 - place) % FEW === 0;
	if (!isTold) return null;
	return (
		<text
			x={percent(isLast && count > FEW ? 1 : (place + 0.5) / count)}
			y="80%"
			textAnchor={isLast && count > FEW ? 'end' : 'middle'}
			className="fill-ink-soft text-xs"
		>
			{count <= FEW ? dayFormats.weekday.format(new Date(date)) : formatChartDay(date)}
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

function percent(share: number): string {
	return `${(share * 100).toFixed(2)}%`;
}

/** 'Items a day: 14 to 40, 35 today'. */
function summaryOf(label: string, days: readonly ChartDay[]): string {
	const counts = days.map(({ count }) => count);
	const [least, most] = [Math.min(...counts), Math.max(...counts)].map(formatCount);
	return `${label}: ${least} to ${most}, ${formatCount(counts.at(-1) ?? 0)} today`;
}

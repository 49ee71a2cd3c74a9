import { formatCount } from '#contract/core/format.ts';
import { formatChartDay } from './bar-chart.tsx';

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

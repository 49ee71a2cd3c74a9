import { BarChart } from '#web/admin/kit/bar-chart.tsx';
import { DayTable } from '#web/admin/kit/day-table.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { ActivityDay, Trends } from './queries.ts';

type Day = ActivityDay & Trends['dailyStats'][number];

const SERIES = {
	Users: ({ users }: Day) => users,
	Items: ({ items }: Day) => items,
	Sales: ({ sales }: Day) => sales,
	Chats: ({ chats }: Day) => chats,
} as const;

const CAPTIONS: Readonly<Record<string, string>> = {
	Users: 'New users a day',
	Items: 'New items a day',
	Sales: 'Items sold a day',
	Chats: 'Chats begun a day',
};

/** The new users, new items, sales and chats of each day: one chart each, and all numbers in one table. */
export function DailyActivity({ days }: { days: readonly Day[] | undefined }) {
	return (
		<section aria-labelledby="daily-activity" className="grid gap-3">
			<h2 id="daily-activity" className="text-xl">
				Daily activity
			</h2>
			<div className="grid gap-3 wide:grid-cols-2">
				{Object.entries(SERIES).map(([name, countOf]) => (
					<figure key={name} className="grid gap-2 rounded-card border border-line bg-surface p-4">
						<figcaption className="text-xs text-ink-soft">{CAPTIONS[name]}</figcaption>
						{days ? (
							<BarChart
								label={CAPTIONS[name] ?? name}
								days={days.map((day) => ({ date: day.date, count: countOf(day) }))}
								className="h-36"
							/>
						) : (
							<Skeleton className="h-40" />
						)}
					</figure>
				))}
			</div>
			{days && (
				<details className="rounded-card border border-line bg-surface px-4 py-1">
					<summary className="min-h-11 cursor-pointer content-center text-sm font-semibold text-link">
						The figures of each day
					</summary>
					<div className="pb-3">
						<DayTable label="Daily activity" days={days} columns={SERIES} />
					</div>
				</details>
			)}
		</section>
	);
}

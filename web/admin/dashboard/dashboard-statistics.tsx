import type { itemAnalytics, userAnalytics } from '#contract/admin/analytics.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatCount } from '#contract/core/format.ts';
import type { ActivityDay } from '#web/admin/analytics/queries.ts';
import { BarChart } from '#web/admin/kit/bar-chart.tsx';
import { DayTable } from '#web/admin/kit/day-table.tsx';
import { formatRate, StatCard } from '#web/admin/kit/stat-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface DashboardStatisticsProps {
	users: Parsed<typeof userAnalytics>['analytics'] | undefined;
	items: Parsed<typeof itemAnalytics>['analytics'] | undefined;
	days: readonly ActivityDay[] | undefined;
}

/** Four statistics, and the new items of each of the last seven days. */
export function DashboardStatistics({ users, items, days }: DashboardStatisticsProps) {
	return (
		<div className="grid gap-3 wide:grid-cols-[minmax(0,4fr)_minmax(0,1.5fr)]">
			<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 tablet:grid-cols-4">
				<StatCard
					label="Total Users"
					value={users && formatCount(users.totalUsers)}
					note={users && `+${formatCount(users.recentUsers)} this week`}
				/>
				<StatCard
					label="Total Items"
					value={items && formatCount(items.totalItems)}
					note={items && `+${formatCount(items.recentItems)} this week`}
				/>
				<StatCard
					label="Verified Users"
					value={users && formatCount(users.verifiedUsers)}
					note={users && `${formatRate(users.verificationRate)} verified`}
				/>
				<StatCard
					label="Banned Items"
					value={items && formatCount(items.bannedItems)}
					note="Items under review"
				/>
			</dl>
			<figure className="grid content-between gap-2 rounded-card border border-line bg-surface p-4">
				<figcaption className="text-xs text-ink-soft">Items a day, last 7</figcaption>
				{days ? (
					<>
						<BarChart
							label="Items a day"
							days={days.map(({ date, items: count }) => ({ date, count }))}
							className="h-20"
						/>
						<div className="sr-only">
							<DayTable
								label="Items a day"
								days={days}
								columns={{ Items: ({ items: count }) => count }}
							/>
						</div>
					</>
				) : (
					<Skeleton className="h-24" />
				)}
			</figure>
		</div>
	);
}

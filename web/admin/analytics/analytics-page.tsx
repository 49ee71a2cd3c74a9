import { useQueries } from '@tanstack/react-query';
import {
	ANALYTICS_MESSAGES,
	ANALYTICS_PERIODS,
	type itemAnalytics,
} from '#contract/admin/analytics.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatCount } from '#contract/core/format.ts';
import { BarChart, DayTable } from '#web/admin/kit/bar-chart.tsx';
import { loadErrorMessage } from '#web/admin/kit/query-content.tsx';
import { formatRate, StatCard } from '#web/admin/kit/stat-card.tsx';
import { useFilters } from '#web/admin/kit/use-filters.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
	type Activity,
	type ActivityDay,
	activityQuery,
	DealStatistics,
	dealStatisticsQuery,
	itemStatisticsQuery,
	OpenReports,
	type Period,
	RecentLists,
	TrendStatistics,
	type Trends,
	trendsQuery,
	userStatisticsQuery,
} from './statistics.tsx';

type CategoryStats = Parsed<typeof itemAnalytics>['analytics']['categoryStats'];

/** The number of available items in each category, as a list with a bar in each row. */
function CategoryBars({ stats }: { stats: CategoryStats | undefined }) {
	const maxCount = Math.max(1, ...(stats ?? []).map(({ count }) => count));

	return (
		<section
			aria-labelledby="by-category"
			className="grid gap-3 rounded-card border border-line bg-surface p-4"
		>
			<h2 id="by-category" className="text-lg">
				Available items by category
			</h2>
			{stats ? (
				<ul className="grid gap-2.5">
					{stats.map(({ category, count }) => (
						<li
							key={category}
							className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-sm tablet:grid-cols-[8rem_minmax(0,1fr)_4rem]"
						>
							<span className="wrap-anywhere">{category}</span>
							<span className="text-right font-semibold tabular-nums tablet:order-last">
								{formatCount(count)}
							</span>
							<svg
								aria-hidden="true"
								className="h-3 w-full overflow-hidden rounded-full bg-sunken max-tablet:col-span-2"
							>
								<rect
									width={`${((count / maxCount) * 100).toFixed(2)}%`}
									height="100%"
									rx="6"
									className="fill-accent"
								/>
							</svg>
						</li>
					))}
				</ul>
			) : (
				<Skeleton className="h-40" />
			)}
		</section>
	);
}

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
function DailyActivity({ days }: { days: readonly Day[] | undefined }) {
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

const PERIOD_SEGMENTS = ANALYTICS_PERIODS.map((days) => ({
	value: `${days}`,
	label: <span className="whitespace-nowrap">{days} days</span>,
}));

/** Statistics of the market over a period, which is kept in the URL. */
export function AnalyticsPage() {
	const { filters, change } = useFilters({ days: `${ANALYTICS_PERIODS[0]}` });
	const days = periodOf(filters.days);

	return (
		<div className="grid gap-6">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<PageHeading size="text-2xl">{ADMIN_PAGE_TABLE.analytics.label}</PageHeading>
				<SegmentedControl
					label="Period"
					segments={PERIOD_SEGMENTS}
					value={`${days}`}
					onChange={(chosen) => change({ days: chosen })}
					className="flex-wrap"
				/>
			</div>
			<PeriodStatistics days={days} />
		</div>
	);
}

function PeriodStatistics({ days }: { days: Period }) {
	const queries = useQueries({
		queries: [
			userStatisticsQuery(days),
			itemStatisticsQuery(days),
			activityQuery(days),
			trendsQuery(days),
			dealStatisticsQuery(days),
		],
	});
	const [{ data: users }, { data: items }, { data: activity }, { data: trends }, { data: deals }] =
		queries;
	const failedQuery = queries.find(({ isError, data }) => isError && !data);

	function retry() {
		for (const query of queries) if (query.isError) query.refetch().catch(() => undefined);
	}

	if (failedQuery?.error) {
		const message = loadErrorMessage(failedQuery.error, ANALYTICS_MESSAGES.loadFailed);
		return <ErrorState error={failedQuery.error} message={message} onRetry={retry} />;
	}
	const periodText = `in ${days} days`;
	return (
		<div
			aria-busy={queries.some(({ isPlaceholderData }) => isPlaceholderData) || undefined}
			className="grid gap-6 aria-busy:opacity-60"
		>
			<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 tablet:grid-cols-4">
				<StatCard
					label="Total Users"
					value={users && formatCount(users.totalUsers)}
					note={users && `+${formatCount(users.recentUsers)} ${periodText}`}
				/>
				<StatCard
					label="Total Items"
					value={items && formatCount(items.totalItems)}
					note={items && `+${formatCount(items.recentItems)} ${periodText}`}
				/>
				<StatCard
					label="Verification Rate"
					value={users && formatRate(users.verificationRate)}
					note={users && `${formatCount(users.verifiedUsers)} verified`}
				/>
				<StatCard
					label="Banned Items"
					value={items && formatCount(items.bannedItems)}
					note={items && `${formatCount(items.availableItems)} available`}
				/>
			</dl>
			<TrendStatistics
				trends={trends}
				period={periodText}
				previousPeriod={`the ${days} days before`}
			/>
			<DealStatistics deals={deals} period={periodText} hasDays />
			<OpenReports openReports={trends?.openReports} />
			<DailyActivity days={mergeDays(activity, trends)} />
			<CategoryBars stats={items?.categoryStats} />
			<RecentLists activity={activity} />
		</div>
	);
}

/**
 * Joins the new users and items of each day (`activity`) with the sales and chats of the same day (`trends`).
 * @returns undefined until both are loaded
 */
function mergeDays(activity: Activity | undefined, trends: Trends | undefined) {
	if (!activity || !trends) return undefined;
	const tradeByDate = new Map(trends.dailyStats.map((day) => [day.date, day]));
	return activity.dailyStats.map((day) => ({
		sales: 0,
		chats: 0,
		...day,
		...tradeByDate.get(day.date),
	}));
}

/** The period named in the URL, or the default if the URL has any other value. */
function periodOf(value: string): Period {
	return ANALYTICS_PERIODS.find((days) => `${days}` === value) ?? ANALYTICS_PERIODS[0];
}

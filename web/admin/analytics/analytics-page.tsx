import { useQueries } from '@tanstack/react-query';
import { ANALYTICS_MESSAGES, ANALYTICS_PERIODS } from '#contract/admin/analytics.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { formatCount } from '#contract/core/format.ts';
import { loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { formatRate, StatCard } from '#web/admin/kit/stat-card.tsx';
import { useFilters } from '#web/admin/kit/use-filters.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { CategoryBars } from './category-bars.tsx';
import { DailyActivity } from './daily-activity.tsx';
import { DealStatistics } from './deal-statistics.tsx';
import { OpenReports } from './open-reports.tsx';
import {
	type Activity,
	activityQuery,
	dealStatisticsQuery,
	itemStatisticsQuery,
	type Period,
	type Trends,
	trendsQuery,
	userStatisticsQuery,
} from './queries.ts';
import { RecentLists } from './recent-lists.tsx';
import { TrendStatistics } from './trend-statistics.tsx';

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

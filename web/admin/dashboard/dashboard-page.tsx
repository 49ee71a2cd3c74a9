import { useQueries, useQuery } from '@tanstack/react-query';
import { ANALYTICS_MESSAGES, ANALYTICS_PERIODS } from '#contract/admin/analytics.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { isolated } from '#contract/core/format.ts';
import { DealStatistics } from '#web/admin/analytics/deal-statistics.tsx';
import { OpenReports } from '#web/admin/analytics/open-reports.tsx';
import {
	activityQuery,
	dealStatisticsQuery,
	itemStatisticsQuery,
	trendsQuery,
	userStatisticsQuery,
} from '#web/admin/analytics/queries.ts';
import { RecentLists } from '#web/admin/analytics/recent-lists.tsx';
import { TrendStatistics } from '#web/admin/analytics/trend-statistics.tsx';
import { loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { DashboardStatistics } from './dashboard-statistics.tsx';
import { PendingTasks } from './pending-tasks.tsx';
import { QuickActions } from './quick-actions.tsx';

const [WEEK] = ANALYTICS_PERIODS;

/** The start page: statistics of the market, and pending work. */
export function DashboardPage() {
	const { data: profile } = useQuery(profileQuery());
	const queries = useQueries({
		queries: [
			userStatisticsQuery(WEEK),
			itemStatisticsQuery(WEEK),
			activityQuery(WEEK),
			trendsQuery(WEEK),
			dealStatisticsQuery(WEEK),
		],
	});
	const [{ data: users }, { data: items }, { data: activity }, { data: trends }, { data: deals }] =
		queries;
	const failedQuery = queries.find(({ isError, data }) => isError && !data);

	function retry() {
		for (const query of queries) if (query.isError) query.refetch().catch(() => undefined);
	}

	return (
		<div className="grid gap-6">
			<PageHeading title={ADMIN_PAGE_TABLE.dashboard.label} size="text-2xl">
				{profile ? `Welcome back, ${isolated(profile.username)}` : ADMIN_PAGE_TABLE.dashboard.label}
			</PageHeading>
			{failedQuery?.error ? (
				<ErrorState
					error={failedQuery.error}
					message={loadErrorMessage(failedQuery.error, ANALYTICS_MESSAGES.loadFailed)}
					onRetry={retry}
				/>
			) : (
				<DashboardStatistics users={users} items={items} days={activity?.dailyStats} />
			)}
			<PendingTasks>
				{!failedQuery && <OpenReports openReports={trends?.openReports} />}
			</PendingTasks>
			{!failedQuery && (
				<TrendStatistics trends={trends} period="this week" previousPeriod="last week" />
			)}
			{!failedQuery && <DealStatistics deals={deals} period="this week" />}
			<QuickActions role={profile?.roleLevel} />
			{!failedQuery && <RecentLists activity={activity} />}
		</div>
	);
}

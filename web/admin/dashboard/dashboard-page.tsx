import { useQueries, useQuery } from '@tanstack/react-query';
import { ANALYTICS_MESSAGES, ANALYTICS_PERIODS } from '#contract/admin/analytics.ts';
import { OpenReports } from '#web/admin/analytics/open-reports.tsx';
import {
	activityQuery,
	itemFiguresQuery,
	trendsQuery,
	userFiguresQuery,
} from '#web/admin/analytics/queries.ts';
import { RecentLists } from '#web/admin/analytics/recent-lists.tsx';
import { TrendFigures } from '#web/admin/analytics/trends.tsx';
import { loadWords } from '#web/admin/kit/load-words.ts';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Figures } from './figures.tsx';
import { QuickActions } from './quick-actions.tsx';
import { Waiting } from './waiting.tsx';

const [WEEK] = ANALYTICS_PERIODS;

/** Where the day begins: how the market does, and what waits. */
export function DashboardPage() {
	const { data: profile } = useQuery(profileQuery());
	const queries = useQueries({
		queries: [
			userFiguresQuery(WEEK),
			itemFiguresQuery(WEEK),
			activityQuery(WEEK),
			trendsQuery(WEEK),
		],
	});
	const [{ data: users }, { data: items }, { data: activity }, { data: trends }] = queries;
	const failed = queries.find(({ isError, data }) => isError && !data);

	function retry() {
		for (const query of queries) if (query.isError) query.refetch().catch(() => undefined);
	}

	return (
		<div className="grid gap-6">
			<PageHeading title="Dashboard" size="text-2xl">
				{profile ? `Welcome back, ${profile.username}` : 'Dashboard'}
			</PageHeading>
			{failed?.error ? (
				<ErrorState
					error={failed.error}
					message={loadWords(failed.error, ANALYTICS_MESSAGES.loadFailed)}
					onRetry={retry}
				/>
			) : (
				<Figures users={users} items={items} days={activity?.dailyStats} />
			)}
			<Waiting>{!failed && <OpenReports open={trends?.openReports} />}</Waiting>
			{!failed && <TrendFigures trends={trends} within="this week" than="last week" />}
			<QuickActions role={profile?.roleLevel} />
			{!failed && <RecentLists activity={activity} />}
		</div>
	);
}

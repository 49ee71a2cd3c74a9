import { useQueries } from '@tanstack/react-query';
import { ANALYTICS_MESSAGES, ANALYTICS_PERIODS } from '#contract/admin/analytics.ts';
import { formatCount } from '#contract/core/format.ts';
import { FigureCard, formatRate } from '#web/admin/kit/figure-card.tsx';
import { loadWords } from '#web/admin/kit/load-words.ts';
import { useFilters } from '#web/admin/kit/use-filters.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { CategoryBars } from './category-bars.tsx';
import { DailyActivity } from './daily-activity.tsx';
import { OpenReports } from './open-reports.tsx';
import {
	type Activity,
	activityQuery,
	itemFiguresQuery,
	type Period,
	type Trends,
	trendsQuery,
	userFiguresQuery,
} from './queries.ts';
import { RecentLists } from './recent-lists.tsx';
import { TrendFigures } from './trends.tsx';

const SEGMENTS = ANALYTICS_PERIODS.map((days) => ({
	value: `${days}`,
	label: <span className="whitespace-nowrap">{days} days</span>,
}));

/** How the market does, over a period that stands in the address. */
export function AnalyticsPage() {
	const { filters, change } = useFilters({ days: `${ANALYTICS_PERIODS[0]}` });
	const days = periodOf(filters.days);

	return (
		<div className="grid gap-6">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<PageHeading size="text-2xl">Analytics</PageHeading>
				<SegmentedControl
					label="Period"
					segments={SEGMENTS}
					value={`${days}`}
					onChange={(chosen) => change({ days: chosen })}
					className="flex-wrap"
				/>
			</div>
			<Findings days={days} />
		</div>
	);
}

function Findings({ days }: { days: Period }) {
	const queries = useQueries({
		queries: [
			userFiguresQuery(days),
			itemFiguresQuery(days),
			activityQuery(days),
			trendsQuery(days),
		],
	});
	const [{ data: users }, { data: items }, { data: activity }, { data: trends }] = queries;
	const failed = queries.find(({ isError, data }) => isError && !data);

	function retry() {
		for (const query of queries) if (query.isError) query.refetch().catch(() => undefined);
	}

	if (failed?.error) {
		const message = loadWords(failed.error, ANALYTICS_MESSAGES.loadFailed);
		return <ErrorState error={failed.error} message={message} onRetry={retry} />;
	}
	const since = `in ${days} days`;
	return (
		<div
			aria-busy={queries.some(({ isPlaceholderData }) => isPlaceholderData) || undefined}
			className="grid gap-6 aria-busy:opacity-60"
		>
			<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 tablet:grid-cols-4">
				<FigureCard
					label="Total Users"
					value={users && formatCount(users.totalUsers)}
					note={users && `+${formatCount(users.recentUsers)} ${since}`}
				/>
				<FigureCard
					label="Total Items"
					value={items && formatCount(items.totalItems)}
					note={items && `+${formatCount(items.recentItems)} ${since}`}
				/>
				<FigureCard
					label="Verification Rate"
					value={users && formatRate(users.verificationRate)}
					note={users && `${formatCount(users.verifiedUsers)} verified`}
				/>
				<FigureCard
					label="Banned Items"
					value={items && formatCount(items.bannedItems)}
					note={items && `${formatCount(items.availableItems)} available`}
				/>
			</dl>
			<TrendFigures trends={trends} within={since} than={`the ${days} days before`} />
			<OpenReports open={trends?.openReports} />
			<DailyActivity days={daysOf(activity, trends)} />
			<CategoryBars stats={items?.categoryStats} />
			<RecentLists activity={activity} />
		</div>
	);
}

/** What came and what was done on each day, once both are known. */
function daysOf(activity: Activity | undefined, trends: Trends | undefined) {
	if (!activity || !trends) return undefined;
	const traded = new Map(trends.dailyStats.map((day) => [day.date, day]));
	return activity.dailyStats.map((day) => ({
		sales: 0,
		chats: 0,
		...day,
		...traded.get(day.date),
	}));
}

/** An address may say anything. */
function periodOf(asked: string): Period {
	return ANALYTICS_PERIODS.find((days) => `${days}` === asked) ?? ANALYTICS_PERIODS[0];
}

import { useQueries, useQuery } from '@tanstack/react-query';
import { ChartColumn, type LucideIcon, Package, Settings, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import {
	ANALYTICS_MESSAGES,
	ANALYTICS_PERIODS,
	type itemAnalytics,
	type userAnalytics,
} from '#contract/admin/analytics.ts';
import { ADMIN_NOTIFICATION_MESSAGES, type AdminCounts } from '#contract/admin/notifications.ts';
import { ADMIN_PAGE_TABLE, ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminRole } from '#contract/admin/session.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatCount, isolated } from '#contract/core/format.ts';
import {
	type ActivityDay,
	activityQuery,
	DealStatistics,
	dealStatisticsQuery,
	itemStatisticsQuery,
	OpenReports,
	RecentLists,
	TrendStatistics,
	trendsQuery,
	userStatisticsQuery,
} from '#web/admin/analytics/statistics.tsx';
import { BarChart, DayTable } from '#web/admin/kit/bar-chart.tsx';
import { formatBadgeCount } from '#web/admin/kit/count-badge.tsx';
import { loadErrorMessage } from '#web/admin/kit/query-content.tsx';
import { formatRate, StatCard } from '#web/admin/kit/stat-card.tsx';
import { canOpen } from '#web/admin/lib/permissions.ts';
import { countsQuery, profileQuery } from '#web/admin/lib/queries.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface DashboardStatisticsProps {
	users: Parsed<typeof userAnalytics>['analytics'] | undefined;
	items: Parsed<typeof itemAnalytics>['analytics'] | undefined;
	days: readonly ActivityDay[] | undefined;
}

/** Four statistics, and the new items of each of the last seven days. */
function DashboardStatistics({ users, items, days }: DashboardStatisticsProps) {
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

interface PendingTask {
	countKey: keyof Omit<AdminCounts, 'success'>;
	singular: string;
	plural: string;
	to: string;
}

const PENDING_TASKS: readonly PendingTask[] = [
	{
		countKey: 'pendingReports',
		singular: 'item report',
		plural: 'item reports',
		to: `${ADMIN_PAGES.reports}?status=pending`,
	},
	{
		countKey: 'pendingUserReports',
		singular: 'user report',
		plural: 'user reports',
		to: `${ADMIN_PAGES.userReports}?status=pending`,
	},
	{
		countKey: 'pendingWantedReports',
		singular: 'report of a wanted post',
		plural: 'reports of wanted posts',
		to: `${ADMIN_PAGES.wanted}?isReported=true`,
	},
	{
		countKey: 'pendingReviewReports',
		singular: 'report of a review',
		plural: 'reports of reviews',
		to: `${ADMIN_PAGES.reviewReports}?status=pending`,
	},
	{
		countKey: 'pendingFeedback',
		singular: 'piece of feedback',
		plural: 'pieces of feedback',
		to: `${ADMIN_PAGES.feedback}?status=pending`,
	},
];

/**
 * The counts of pending reports and feedback, each with a link to the list.
 * @param children shown below the counts
 */
function PendingTasks({ children }: { children: ReactNode }) {
	const { data: counts, error } = useQuery(countsQuery());
	const pendingTasks = counts && PENDING_TASKS.filter((task) => counts[task.countKey] > 0);

	return (
		<section aria-labelledby="waiting" className="grid gap-3">
			<h2 id="waiting" className="text-xl">
				Waiting for a decision
			</h2>
			{!counts && error && (
				<FormAlert>{loadErrorMessage(error, ADMIN_NOTIFICATION_MESSAGES.loadFailed)}</FormAlert>
			)}
			{!counts && !error && <Skeleton className="h-14" />}
			{pendingTasks?.length === 0 && (
				<p className="text-sm text-ink-soft">
					Nothing is waiting. All reports and feedback are decided.
				</p>
			)}
			<ul className="grid gap-3 empty:hidden tablet:grid-cols-3">
				{pendingTasks?.map(({ countKey, singular, plural, to }) => (
					<li key={countKey}>
						<Link
							to={to}
							className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-accent-wash px-4 py-2 text-sm font-semibold hover:border-edge"
						>
							<span className="font-display text-xl font-bold tabular-nums">
								{formatBadgeCount(counts?.[countKey] ?? 0)}
							</span>
							{counts?.[countKey] === 1 ? singular : plural}
						</Link>
					</li>
				))}
			</ul>
			{children}
		</section>
	);
}

interface Action {
	to: string;
	label: string;
	icon: LucideIcon;
}

const ACTIONS: readonly Action[] = [
	{ to: ADMIN_PAGES.users, label: 'View All Users', icon: UsersRound },
	{ to: ADMIN_PAGES.items, label: 'View All Items', icon: Package },
	{ to: ADMIN_PAGES.analytics, label: 'Analytics', icon: ChartColumn },
	{ to: ADMIN_PAGES.settings, label: 'Settings', icon: Settings },
];

/** Links to a few pages; a page that the role may not open is left out. */
function QuickActions({ role }: { role: AdminRole | undefined }) {
	return (
		<section aria-labelledby="quick-actions" className="grid gap-3">
			<h2 id="quick-actions" className="text-xl">
				Quick actions
			</h2>
			<ul className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3">
				{ACTIONS.filter(({ to }) => canOpen(role, to)).map(({ to, label, icon: Icon }) => (
					<li key={to}>
						<Link
							to={to}
							className="flex h-full min-h-14 items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 text-sm font-semibold hover:bg-sunken"
						>
							<Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
							{label}
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}

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

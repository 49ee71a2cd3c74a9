import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import {
	type ANALYTICS_PERIODS,
	type activityAnalytics,
	type Comparison,
	type dealAnalytics,
	getActivityAnalytics,
	getDealAnalytics,
	getItemAnalytics,
	getTrendAnalytics,
	getUserAnalytics,
	type trendAnalytics,
} from '#contract/admin/analytics.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatCount, formatRupees } from '#contract/core/format.ts';
import { ItemStatus } from '#web/admin/items/item-status.tsx';
import { BarChart, DayTable } from '#web/admin/kit/bar-chart.tsx';
import { StatCard } from '#web/admin/kit/stat-card.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';

/** The length of a period in days. */
export type Period = (typeof ANALYTICS_PERIODS)[number];
export type Activity = Parsed<typeof activityAnalytics>['analytics'];
export type Trends = Parsed<typeof trendAnalytics>['analytics'];
type DealCounts = Parsed<typeof dealAnalytics>['analytics'];
/** The new users and items of one day. */
export type ActivityDay = Activity['dailyStats'][number];

/** Makes the query of one kind of statistics about a period. */
function statisticsQuery<Statistics>(
	kind: string,
	load: (input: {
		query: { days: `${Period}` };
		signal: AbortSignal;
	}) => Promise<{ analytics: Statistics }>,
) {
	return (days: Period) =>
		queryOptions({
			queryKey: ['analytics', kind, days],
			queryFn: async ({ signal }) => (await load({ query: { days: `${days}` }, signal })).analytics,
			placeholderData: keepPreviousData,
		});
}

export const userStatisticsQuery = statisticsQuery('users', (input) =>
	callAdminApi(getUserAnalytics, input),
);
export const itemStatisticsQuery = statisticsQuery('items', (input) =>
	callAdminApi(getItemAnalytics, input),
);
export const activityQuery = statisticsQuery('activity', (input) =>
	callAdminApi(getActivityAnalytics, input),
);
export const trendsQuery = statisticsQuery('trends', (input) =>
	callAdminApi(getTrendAnalytics, input),
);
export const dealStatisticsQuery = statisticsQuery('deals', (input) =>
	callAdminApi(getDealAnalytics, input),
);

const METRIC_LABELS = {
	sales: 'Items sold',
	chats: 'Chats begun',
	users: 'New users',
	items: 'New items',
} as const;

interface TrendStatisticsProps {
	/** Undefined while loading. */
	trends: Trends | undefined;
	/** 'last week', 'the 14 days before'. */
	previousPeriod: string;
	/** 'this week', 'in 14 days'. */
	period: string;
}

/** Totals of the period, compared with the previous period. */
export function TrendStatistics({ trends, previousPeriod, period }: TrendStatisticsProps) {
	return (
		<section aria-labelledby="trends" className="grid gap-3">
			<h2 id="trends" className="text-xl">
				What happened {period}
			</h2>
			<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 tablet:grid-cols-4">
				{(Object.keys(METRIC_LABELS) as (keyof typeof METRIC_LABELS)[]).map((metric) => (
					<StatCard
						key={metric}
						label={METRIC_LABELS[metric]}
						value={trends && formatCount(trends[metric].now)}
						note={trends && comparisonText(trends[metric], previousPeriod)}
					/>
				))}
			</dl>
		</section>
	);
}

/** '4 more than last week (12)'. */
function comparisonText({ now, before }: Comparison, previousPeriod: string): string {
	if (now === before) return `as many as ${previousPeriod}`;
	const difference = formatCount(Math.abs(now - before));
	return `${difference} ${now > before ? 'more' : 'fewer'} than ${previousPeriod} (${formatCount(before)})`;
}

const CAPTION = 'Deals completed a day';

interface DealStatisticsProps {
	/** Undefined while loading. */
	deals: DealCounts | undefined;
	/** 'this week', 'in 14 days'. */
	period: string;
	/** Whether the figures of each day are shown too. */
	hasDays?: boolean;
}

/** Completed deals and offers of the period. */
export function DealStatistics({ deals, period, hasDays = false }: DealStatisticsProps) {
	return (
		<section aria-labelledby="deals" className="grid gap-3">
			<h2 id="deals" className="text-xl">
				Deals {period}
			</h2>
			<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 tablet:grid-cols-4">
				<StatCard
					label="Deals completed"
					value={deals && formatCount(deals.completed)}
					note={period}
				/>
				<StatCard
					label="Rupees changed hands"
					value={deals && formatRupees(deals.rupees)}
					note="in completed deals"
				/>
				<StatCard
					label="Median time to sale"
					value={deals && hoursText(deals.medianHoursToSale)}
					note="from posting"
				/>
				<StatCard
					label="Offers made"
					value={deals && formatCount(deals.offersMade)}
					note={deals && `${formatCount(deals.offersTaken)} accepted`}
				/>
			</dl>
			{hasDays && <Days days={deals?.dailyStats} />}
		</section>
	);
}

function Days({ days }: { days: DealCounts['dailyStats'] | undefined }) {
	if (!days) return <Skeleton className="h-40" />;
	return (
		<figure className="grid gap-2 rounded-card border border-line bg-surface p-4">
			<figcaption className="text-xs text-ink-soft">{CAPTION}</figcaption>
			<BarChart
				label={CAPTION}
				days={days.map(({ date, completed: count }) => ({ date, count }))}
				className="h-36"
			/>
			<details>
				<summary className="min-h-11 cursor-pointer content-center text-sm font-semibold text-link">
					Deals and rupees of each day
				</summary>
				<DayTable
					label={CAPTION}
					days={days}
					columns={{
						Deals: ({ completed }) => completed,
						Rupees: ({ rupees }) => formatRupees(rupees),
					}}
				/>
			</details>
		</figure>
	);
}

/** '36.5 hours'; '3.2 days' from two days on; 'None' for null. */
function hoursText(hours: number | null): string {
	if (hours === null) return 'None';
	if (hours < 48) return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
	return `${(hours / 24).toFixed(1)} days`;
}

interface OpenReportsProps {
	/** Undefined while loading. */
	openReports: Trends['openReports'] | undefined;
}

/** How many reports are open, how many for more than a day or a week, and the age of the oldest. */
export function OpenReports({ openReports }: OpenReportsProps) {
	if (!openReports) return <Skeleton className="h-6 max-w-72" />;
	const { total, overADay, overAWeek, oldestAt } = openReports;
	if (oldestAt === null)
		return (
			<p key="none" className="text-sm text-ink-soft">
				No report is open.
			</p>
		);
	// With keys, React replaces the whole paragraph and no text in it.
	return (
		<p key="some" className="text-sm text-ink-soft tabular-nums">
			{total === 1 ? '1 open report' : `${formatCount(total)} open reports`}, the oldest came{' '}
			<span className="font-semibold text-ink">
				<TimeAgo iso={oldestAt} />
			</span>
			. Open for more than a day: {formatCount(overADay)}, for more than a week:{' '}
			{formatCount(overAWeek)}.
		</p>
	);
}

/** The newest users and items; undefined while loading. */
export function RecentLists({ activity }: { activity: Activity | undefined }) {
	return (
		<div className="grid gap-4 wide:grid-cols-2">
			<RecentList title="Recent registrations" emptyText="Nobody has signed up yet.">
				{activity?.recentUserRegistrations.map(({ id, userName, createdAt }) => (
					<RecentRow
						key={id}
						to={`${ADMIN_PAGES.users}?user=${id}`}
						name={userName}
						createdAt={createdAt}
					/>
				))}
			</RecentList>
			<RecentList title="Recent submissions" emptyText="Nothing has been posted yet.">
				{activity?.recentItemSubmissions.map(({ id, title, status, createdAt, User }) => (
					<RecentRow
						key={id}
						to={`${ADMIN_PAGES.items}?item=${id}`}
						name={title}
						postedBy={User?.userName ?? 'Unknown'}
						createdAt={createdAt}
					>
						{/* The dashboard says 'Active', the list of items 'Available'. */}
						<ItemStatus status={status} owner={User} availableLabel="Active" />
					</RecentRow>
				))}
			</RecentList>
		</div>
	);
}

interface RecentListProps {
	title: string;
	/** Shown when the list is empty. */
	emptyText: string;
	/** Undefined while loading. */
	children: ReactNode[] | undefined;
}

function RecentList({ title, emptyText, children }: RecentListProps) {
	const id = useId();

	return (
		<section
			aria-labelledby={id}
			className="grid content-start rounded-card border border-line bg-surface px-4 pt-4 pb-1"
		>
			<h2 id={id} className="pb-2 text-lg">
				{title}
			</h2>
			{children === undefined && <Skeleton className="mb-3 h-48" />}
			{children?.length === 0 && <p className="pb-3 text-sm text-ink-soft">{emptyText}</p>}
			<ul className="grid divide-y divide-line empty:hidden">{children}</ul>
		</section>
	);
}

interface RecentRowProps {
	to: string;
	name: string;
	postedBy?: string;
	createdAt: string;
	children?: ReactNode;
}

function RecentRow({ to, name, postedBy, createdAt, children }: RecentRowProps) {
	return (
		<li className="flex flex-wrap items-center gap-x-4 py-1 text-sm">
			<Link
				to={to}
				className="grid min-h-11 min-w-0 flex-[1_1_9rem] content-center font-semibold wrap-anywhere hover:underline"
			>
				{name}
				{postedBy && (
					<span className="text-xs font-normal text-ink-soft">
						by <bdi>{postedBy}</bdi>
					</span>
				)}
			</Link>
			{children}
			<span className="text-xs whitespace-nowrap text-ink-soft tablet:w-28 tablet:text-right">
				<TimeAgo iso={createdAt} />
			</span>
		</li>
	);
}

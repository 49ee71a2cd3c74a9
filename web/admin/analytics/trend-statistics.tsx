import type { Comparison } from '#contract/admin/analytics.ts';
import { formatCount } from '#contract/core/format.ts';
import { StatCard } from '#web/admin/kit/stat-card.tsx';
import type { Trends } from './queries.ts';

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

import type { Comparison } from '#contract/admin/analytics.ts';
import { formatCount } from '#contract/core/format.ts';
import { FigureCard } from '#web/admin/kit/figure-card.tsx';
import type { Trends } from './queries.ts';

const LABELS = {
	sales: 'Items sold',
	chats: 'Chats begun',
	users: 'New users',
	items: 'New items',
} as const;

interface TrendsProps {
	/** Undefined while they are on their way. */
	trends: Trends | undefined;
	/** 'the week before'. */
	than: string;
	/** 'this week', 'in 14 days'. */
	within: string;
}

/** What came in the period, held against the one before it. */
export function TrendFigures({ trends, than, within }: TrendsProps) {
	return (
		<section aria-labelledby="trends" className="grid gap-3">
			<h2 id="trends" className="text-xl">
				What happened {within}
			</h2>
			<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 tablet:grid-cols-4">
				{(Object.keys(LABELS) as (keyof typeof LABELS)[]).map((what) => (
					<FigureCard
						key={what}
						label={LABELS[what]}
						value={trends && formatCount(trends[what].now)}
						note={trends && comparedWords(trends[what], than)}
					/>
				))}
			</dl>
		</section>
	);
}

/** '4 more than last week (12)'. */
function comparedWords({ now, before }: Comparison, than: string): string {
	if (now === before) return `as many as ${than}`;
	const difference = formatCount(Math.abs(now - before));
	return `${difference} ${now > before ? 'more' : 'fewer'} than ${than} (${formatCount(before)})`;
}

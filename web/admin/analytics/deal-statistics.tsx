import { formatCount, formatRupees } from '#contract/core/format.ts';
import { BarChart, DayTable } from '#web/admin/kit/bar-chart.tsx';
import { StatCard } from '#web/admin/kit/stat-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { DealCounts } from './queries.ts';

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

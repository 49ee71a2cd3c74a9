import { formatCount } from '#contract/core/format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import type { Trends } from './queries.ts';

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

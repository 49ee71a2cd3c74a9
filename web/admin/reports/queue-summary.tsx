import { countLabel } from '#web/admin/kit/pager.tsx';
import { SidePanel } from '#web/admin/kit/side-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AnyReport, ReportKind } from './report-kind.ts';
import type { Queue } from './use-queue.ts';

interface QueueSummaryProps {
	queue: Queue;
	targetNoun: ReportKind<AnyReport>['targetNoun'];
}

/** Shown when the queue of pending reports is at none of them: before the first and after the last. */
export function QueueSummary({ queue, targetNoun }: QueueSummaryProps) {
	const { remaining, start, end } = queue;
	const hasRemaining = remaining !== undefined && remaining.total > 0;

	return (
		<SidePanel
			title="Pending reports"
			onClose={end}
			actions={
				<>
					{hasRemaining && (
						<Button variant="main" size="small" onClick={() => void start()}>
							{queue.skippedCount > 0 ? 'Go through them again' : 'Begin with the oldest'}
						</Button>
					)}
					<Button size="small" onClick={end}>
						Back to the list
					</Button>
				</>
			}
		>
			{remaining === undefined ? (
				<Skeleton className="h-40" />
			) : (
				<div role="status">
					{hasRemaining ? (
						<EmptyState
							title={`${countLabel(remaining, targetNoun.singular, targetNoun.plural)} waiting`}
						>
							{queue.skippedCount > 0 ? 'Those that you skipped are still here.' : undefined}
						</EmptyState>
					) : (
						<EmptyState title="All done">Nothing is waiting for a decision.</EmptyState>
					)}
				</div>
			)}
		</SidePanel>
	);
}

import { countWords } from '#web/admin/kit/pager.tsx';
import { SidePanel } from '#web/admin/kit/side-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AnyReport, ReportKind } from './report-kind.ts';
import type { Queue } from './use-queue.ts';

interface QueueEndProps {
	queue: Queue;
	targetWords: ReportKind<AnyReport>['targetWords'];
}

/** Where the queue is not at a report: before its first one, and after its last. */
export function QueueEnd({ queue, targetWords }: QueueEndProps) {
	const { waiting, begin, end } = queue;
	const isWaiting = waiting !== undefined && waiting.total > 0;

	return (
		<SidePanel
			title="Pending reports"
			onClose={end}
			actions={
				<>
					{isWaiting && (
						<Button variant="main" size="small" onClick={() => void begin()}>
							{queue.skippedCount > 0 ? 'Go through them again' : 'Begin with the oldest'}
						</Button>
					)}
					<Button size="small" onClick={end}>
						Back to the list
					</Button>
				</>
			}
		>
			{waiting === undefined ? (
				<Skeleton className="h-40" />
			) : (
				<div role="status">
					{isWaiting ? (
						<EmptyState title={`${countWords(waiting, targetWords.one, targetWords.many)} waiting`}>
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

import { KeyCap } from '#web/admin/kit/key-hints.tsx';
import { useLetterKeys } from '#web/admin/kit/letter-keys.ts';
import { countLabel } from '#web/admin/kit/pager.tsx';
import { Button } from '#web/ui/button.tsx';
import type { AnyReport, ReportKind } from './report-kind.ts';
import type { Queue } from './use-queue.ts';

interface QueueProgressProps {
	queue: Queue;
	targetNoun: ReportKind<AnyReport>['targetNoun'];
	/** The id of the item, user or review whose pending report is shown; undefined once the report is decided. */
	target: number | undefined;
}

/**
 * How many items, users or reviews with pending reports are left, and a button to the next one. The button says 'Skip'
 * while the shown report is pending, and 'Next' once that report is decided.
 */
export function QueueProgress({ queue, targetNoun, target }: QueueProgressProps) {
	const { remaining, skippedCount } = queue;
	const hasLetterKeys = useLetterKeys();
	const skippedText = skippedCount > 0 ? `, ${skippedCount} of them skipped` : '';

	return (
		<div className="flex flex-wrap items-center gap-2 rounded-field bg-sunken py-1 pr-1 pl-3">
			<p role="status" className="mr-auto text-sm font-semibold tabular-nums">
				{remaining &&
					`${countLabel(remaining, targetNoun.singular, targetNoun.plural)} left${skippedText}`}
			</p>
			<Button
				size="small"
				variant="quiet"
				data-key="n"
				aria-keyshortcuts={hasLetterKeys ? 'n' : undefined}
				onClick={() => void (target === undefined ? queue.advance() : queue.skip(target))}
			>
				{target === undefined ? 'Next' : 'Skip'}
				<KeyCap name="n" isInButton />
			</Button>
		</div>
	);
}

import { formatCount } from '#contract/format.ts';
import type { Pagination } from '#contract/paging.ts';
import { Button } from '#web/ui/button.tsx';

/** '1,284 users', 'over 10,000 users': what the filters leave. */
export function countWords({ total, isExact }: Pagination, one: string, many: string): string {
	const count = `${isExact ? '' : 'over '}${formatCount(total)}`;
	return `${count} ${total === 1 && isExact ? one : many}`;
}

interface PagerProps {
	pagination: Pagination;
	onTurn: (page: number) => void;
	/** What is counted: 'user', 'users'. */
	one: string;
	many: string;
}

/** How many there are, where one is among them, and the way on. */
export function Pager({ pagination, onTurn, one, many }: PagerProps) {
	const { currentPage, totalPages, hasPrev, hasNext, isExact } = pagination;
	const shown = Math.min(currentPage, totalPages);

	return (
		<nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 py-3">
			<p role="status" className="text-sm text-ink-soft tabular-nums">
				{countWords(pagination, one, many)}
				{!isExact && ': narrow the filters to see the rest'}
			</p>
			{(totalPages > 1 || hasPrev) && (
				<div className="flex flex-wrap items-center gap-2">
					<Button
						size="small"
						disabled={!hasPrev}
						onClick={() => onTurn(Math.min(currentPage - 1, totalPages))}
					>
						Previous
					</Button>
					<span className="text-sm tabular-nums">
						Page {formatCount(shown)} of {formatCount(totalPages)}
					</span>
					<Button size="small" disabled={!hasNext} onClick={() => onTurn(currentPage + 1)}>
						Next
					</Button>
				</div>
			)}
		</nav>
	);
}

import { formatCount } from '#contract/core/format.ts';
import type { Pagination } from '#contract/core/paging.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';

/** '1,284 users', 'over 10,000 users': what the filters leave. */
export function countWords({ total, isExact }: Pagination, one: string, many: string): string {
	const count = `${isExact ? '' : 'over '}${formatCount(total)}`;
	return `${count} ${total === 1 && isExact ? one : many}`;
}

/** 'Page 3 of 12', and 'Page 3' where nobody knows how many there are: behind what is counted only the last page tells. */
export function placeWords({ currentPage, totalPages, isExact }: Pagination): string {
	const isEndKnown = isExact || currentPage === totalPages;
	const place = `Page ${formatCount(Math.min(currentPage, totalPages))}`;
	return isEndKnown ? `${place} of ${formatCount(totalPages)}` : place;
}

interface PagerProps {
	pagination: Pagination;
	onTurn: (page: number) => void;
	/** What is counted: 'user', 'users'. */
	one: string;
	many: string;
	rows?: RowsChoice | undefined;
}

/** How many rows a page has, as it is asked of the server. */
export interface RowsChoice {
	value: string;
	onChange: (value: string) => void;
}

const ROWS = ['10', '25', '50', '100'];

/** How many there are, where one is among them, and the way on. */
export function Pager({ pagination, onTurn, one, many, rows }: PagerProps) {
	const { currentPage, totalPages, hasPrev, hasNext } = pagination;

	return (
		<nav aria-label="Pages" className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
			<p role="status" className="text-sm text-ink-soft tabular-nums">
				{countWords(pagination, one, many)}
			</p>
			{rows && <RowsSelect {...rows} />}
			{(totalPages > 1 || hasPrev) && (
				<div className="flex flex-wrap items-center gap-2">
					<Button
						size="small"
						disabled={!hasPrev}
						onClick={() => onTurn(Math.min(currentPage - 1, totalPages))}
					>
						Previous
					</Button>
					<span className="text-sm tabular-nums">{placeWords(pagination)}</span>
					<Button size="small" disabled={!hasNext} onClick={() => onTurn(currentPage + 1)}>
						Next
					</Button>
				</div>
			)}
		</nav>
	);
}

function RowsSelect({ value, onChange }: RowsChoice) {
	return (
		<Select
			aria-label="Rows a page"
			value={value}
			onChange={(event) => onChange(event.target.value)}
		>
			{!ROWS.includes(value) && <option value={value}>{value} rows</option>}
			{ROWS.map((count) => (
				<option key={count} value={count}>
					{count} rows
				</option>
			))}
		</Select>
	);
}

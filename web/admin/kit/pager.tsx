import { formatCount } from '#contract/core/format.ts';
import type { Pagination } from '#contract/core/paging.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';

/** The number of filtered rows: '1,284 users', 'over 10,000 users'. */
export function countLabel(
	{ total, isExact }: Pagination,
	singular: string,
	plural: string,
): string {
	const count = `${isExact ? '' : 'over '}${formatCount(total)}`;
	return `${count} ${total === 1 && isExact ? singular : plural}`;
}

/** 'Page 3 of 12', or 'Page 3' when the total is unknown: above the count limit it is known only on the last page. */
export function pageLabel({ currentPage, totalPages, isExact }: Pagination): string {
	const isEndKnown = isExact || currentPage === totalPages;
	const text = `Page ${formatCount(Math.min(currentPage, totalPages))}`;
	return isEndKnown ? `${text} of ${formatCount(totalPages)}` : text;
}

interface PagerProps {
	pagination: Pagination;
	onPageChange: (page: number) => void;
	/** What is counted: 'user', 'users'. */
	singular: string;
	plural: string;
	pageSize?: PageSizeControl | undefined;
	/** True while another page loads. */
	isBusy: boolean;
}

/** The page size and the callback to change it. */
interface PageSizeControl {
	value: string;
	onChange: (value: string) => void;
}

const PAGE_SIZES = ['10', '25', '50', '100'];

/** The row count, the current page and the buttons to other pages. */
export function Pager(props: PagerProps) {
	const { pagination, onPageChange, singular, plural, pageSize, isBusy } = props;
	const { currentPage, totalPages, hasPrev, hasNext } = pagination;

	return (
		<nav
			aria-label="Pages"
			aria-busy={isBusy || undefined}
			className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3 aria-busy:opacity-60"
		>
			<p role="status" className="text-sm text-ink-soft tabular-nums">
				{countLabel(pagination, singular, plural)}
			</p>
			{pageSize && <PageSizeSelect {...pageSize} />}
			{(totalPages > 1 || hasPrev) && (
				<div className="flex flex-wrap items-center gap-2">
					<Button
						size="small"
						disabled={!hasPrev}
						onClick={() => onPageChange(Math.min(currentPage - 1, totalPages))}
					>
						Previous
					</Button>
					<span className="text-sm tabular-nums">{pageLabel(pagination)}</span>
					<Button size="small" disabled={!hasNext} onClick={() => onPageChange(currentPage + 1)}>
						Next
					</Button>
				</div>
			)}
		</nav>
	);
}

function PageSizeSelect({ value, onChange }: PageSizeControl) {
	return (
		<Select
			aria-label="Rows a page"
			value={value}
			onChange={(event) => onChange(event.target.value)}
		>
			{!PAGE_SIZES.includes(value) && <option value={value}>{value} rows</option>}
			{PAGE_SIZES.map((count) => (
				<option key={count} value={count}>
					{count} rows
				</option>
			))}
		</Select>
	);
}

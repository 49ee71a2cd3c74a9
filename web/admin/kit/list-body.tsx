import { type ReactNode, useRef } from 'react';
import { formatCount } from '#contract/core/format.ts';
import type { Pagination } from '#contract/core/paging.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { ListPage, ListSource } from './list-section.ts';
import { Pager } from './pager.tsx';
import { QueryContent } from './query-content.tsx';
import type { List } from './use-list.ts';
import { useRowFocus } from './use-row-focus.ts';

interface ListBodyProps<Page extends ListPage<{ id: number }>> {
	source: ListSource<Page>;
	list: List<Page>;
	children: (page: Page, isBusy: boolean) => ReactNode;
}

/**
 * A list that is loading, failed, empty or loaded, with its pager. The list itself takes the focus when the focused row
 * is gone and there is no other row to focus.
 */
export function ListBody<Page extends ListPage<{ id: number }>>(props: ListBodyProps<Page>) {
	const { source, list, children } = props;
	const { query, isFiltered, clear, goToPage, pageSize } = list;
	const sectionRef = useRef<HTMLElement>(null);
	const rowFocusProps = useRowFocus(sectionRef);

	return (
		<section
			ref={sectionRef}
			tabIndex={-1}
			aria-label={source.heading}
			className="list-body outline-none"
			{...rowFocusProps}
		>
			<QueryContent query={query} failureMessage={source.loadFailed} skeleton={<ListSkeleton />}>
				{(page) => (
					<>
						{page.rows.length > 0 ? (
							children(page, query.isPlaceholderData)
						) : (
							<EmptyList
								{...(isFiltered ? source.nothingFound : source.nothingYet)}
								{...page.pagination}
								onPageChange={goToPage}
								onClear={isFiltered ? clear : undefined}
							/>
						)}
						<Pager
							{...source.noun}
							pagination={page.pagination}
							onPageChange={goToPage}
							pageSize={pageSize}
							isBusy={query.isPlaceholderData}
						/>
					</>
				)}
			</QueryContent>
		</section>
	);
}

interface EmptyListProps extends Pick<Pagination, 'total' | 'totalPages' | 'isExact'> {
	title: string;
	hint?: string;
	onPageChange: (page: number) => void;
	/** Clears the filters that match nothing. */
	onClear: (() => void) | undefined;
}

/** Shown for a page without rows. If the list has other rows, a button leads to its last known page. */
function EmptyList(props: EmptyListProps) {
	const { title, hint, total, totalPages, isExact, onPageChange, onClear } = props;
	const clearButton = onClear && <Button onClick={onClear}>Clear filters</Button>;
	if (total === 0) {
		return (
			<EmptyState title={title} action={clearButton}>
				{hint}
			</EmptyState>
		);
	}
	const lastPageButton = (
		<Button onClick={() => onPageChange(totalPages)}>
			{isExact ? 'To the last page' : `To page ${formatCount(totalPages)}`}
		</Button>
	);
	return <EmptyState title="Nothing is left on this page" action={lastPageButton} />;
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

function ListSkeleton() {
	return (
		<div className="grid gap-2">
			{SKELETON_ROWS.map((row) => (
				<Skeleton key={row} className="h-14" />
			))}
		</div>
	);
}

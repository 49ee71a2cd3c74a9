import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '#contract/core/format.ts';
import type { Pagination } from '#contract/core/paging.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Outdated } from './outdated.tsx';
import { Pager, type RowsChoice } from './pager.tsx';
import { useKeptPlace } from './use-kept-place.ts';

interface ListBodyProps<Answer extends { pagination: Pagination }> {
	/** What is listed, for those who cannot see it. */
	label: string;
	query: UseQueryResult<Answer>;
	/** Said where the list can't be had and the server gave no words. */
	failed: string;
	/** Where the filters leave nothing. */
	empty: { title: string; hint?: string };
	one: string;
	many: string;
	onTurn: (page: number) => void;
	/** How many rows a page has, where that can be chosen. */
	rows?: RowsChoice;
	isEmpty: (answer: Answer) => boolean;
	children: (answer: Answer, isBusy: boolean) => ReactNode;
}

/** A list as it is being fetched, failed, empty or there, with its pages; it has the focus where nothing in it is left to have it. */
export function ListBody<Answer extends { pagination: Pagination }>(props: ListBodyProps<Answer>) {
	const part = useRef<HTMLElement>(null);
	const keptPlace = useKeptPlace(part);

	return (
		<section
			ref={part}
			tabIndex={-1}
			aria-label={props.label}
			className="list-body outline-none"
			{...keptPlace}
		>
			<ListAnswer {...props} />
		</section>
	);
}

function ListAnswer<Answer extends { pagination: Pagination }>(props: ListBodyProps<Answer>) {
	const { query, failed, empty, one, many, onTurn, rows, isEmpty, children } = props;
	if (query.isPending) return <ListSkeleton />;
	const { data, isPlaceholderData, error } = query;
	const said = error instanceof ApiError && error.status < 500 && error.message;
	const retry = () => void query.refetch();
	if (!data) return <ErrorState error={error} message={said || failed} onRetry={retry} />;
	return (
		<>
			{error && <Outdated message={said || failed} onRetry={retry} />}
			{isEmpty(data) ? (
				<Empty {...empty} {...data.pagination} onTurn={onTurn} />
			) : (
				children(data, isPlaceholderData)
			)}
			<Pager pagination={data.pagination} onTurn={onTurn} one={one} many={many} rows={rows} />
		</>
	);
}

interface EmptyProps extends Pick<Pagination, 'total' | 'totalPages' | 'isExact'> {
	title: string;
	hint?: string;
	onTurn: (page: number) => void;
}

/** Where all of the last page was taken away, the ones before it are still there. */
function Empty({ title, hint, total, totalPages, isExact, onTurn }: EmptyProps) {
	if (total === 0) return <EmptyState title={title}>{hint}</EmptyState>;
	const back = (
		<Button onClick={() => onTurn(totalPages)}>
			{isExact ? 'To the last page' : `To page ${formatCount(totalPages)}`}
		</Button>
	);
	return <EmptyState title="Nothing is left on this page" action={back} />;
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

function ListSkeleton() {
	return (
		<div role="status" className="grid gap-2">
			<span className="sr-only">Loading…</span>
			{SKELETON_ROWS.map((row) => (
				<Skeleton key={row} className="h-14" />
			))}
		</div>
	);
}

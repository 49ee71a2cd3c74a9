import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '#contract/core/format.ts';
import type { Pagination } from '#contract/core/paging.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Pager, type PageSizeControl } from './pager.tsx';
import { RefreshError } from './refresh-error.tsx';
import { useRowFocus } from './use-row-focus.ts';

interface ListBodyProps<Data extends { pagination: Pagination }> {
	/** What is listed, for screen readers. */
	label: string;
	query: UseQueryResult<Data>;
	/** Shown when loading fails and the server gave no message. */
	failureMessage: string;
	/** Shown when the filters match nothing. */
	empty: { title: string; hint?: string };
	singular: string;
	plural: string;
	onPageChange: (page: number) => void;
	/** The page size control, for lists that have one. */
	pageSize?: PageSizeControl;
	isEmpty: (data: Data) => boolean;
	children: (data: Data, isBusy: boolean) => ReactNode;
}

/**
 * A list that is loading, failed, empty or loaded, with its pager. It takes the focus when the focused row is gone and
 * no other can have it.
 */
export function ListBody<Data extends { pagination: Pagination }>(props: ListBodyProps<Data>) {
	const sectionRef = useRef<HTMLElement>(null);
	const rowFocusProps = useRowFocus(sectionRef);

	return (
		<section
			ref={sectionRef}
			tabIndex={-1}
			aria-label={props.label}
			className="list-body outline-none"
			{...rowFocusProps}
		>
			<ListContent {...props} />
		</section>
	);
}

function ListContent<Data extends { pagination: Pagination }>(props: ListBodyProps<Data>) {
	const {
		query,
		failureMessage,
		empty,
		singular,
		plural,
		onPageChange,
		pageSize,
		isEmpty,
		children,
	} = props;
	if (query.isPending) return <ListSkeleton />;
	const { data, isPlaceholderData, error } = query;
	const serverMessage = error instanceof ApiError && error.status < 500 && error.message;
	const retry = () => void query.refetch();
	if (!data)
		return <ErrorState error={error} message={serverMessage || failureMessage} onRetry={retry} />;
	return (
		<>
			{error && <RefreshError message={serverMessage || failureMessage} onRetry={retry} />}
			{isEmpty(data) ? (
				<EmptyList {...empty} {...data.pagination} onPageChange={onPageChange} />
			) : (
				children(data, isPlaceholderData)
			)}
			<Pager
				pagination={data.pagination}
				onPageChange={onPageChange}
				singular={singular}
				plural={plural}
				pageSize={pageSize}
			/>
		</>
	);
}

interface EmptyListProps extends Pick<Pagination, 'total' | 'totalPages' | 'isExact'> {
	title: string;
	hint?: string;
	onPageChange: (page: number) => void;
}

/** When all rows of the last page were removed, it offers the pages before. */
function EmptyList({ title, hint, total, totalPages, isExact, onPageChange }: EmptyListProps) {
	if (total === 0) return <EmptyState title={title}>{hint}</EmptyState>;
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
		<div role="status" className="grid gap-2">
			<span className="sr-only">Loading…</span>
			{SKELETON_ROWS.map((row) => (
				<Skeleton key={row} className="h-14" />
			))}
		</div>
	);
}

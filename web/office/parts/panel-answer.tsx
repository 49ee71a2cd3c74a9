import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#web/lib/api-error.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface PanelAnswerProps<Answer> {
	query: UseQueryResult<Answer>;
	/** Said where the server gave no words. */
	failed: string;
	children: (answer: Answer) => ReactNode;
}

/** What a panel shows, as it is being fetched, failed or there. */
export function PanelAnswer<Answer>({ query, failed, children }: PanelAnswerProps<Answer>) {
	const { data, error, isPending } = query;
	if (isPending) {
		return (
			<div role="status" className="grid gap-3">
				<span className="sr-only">Loading…</span>
				<Skeleton className="h-6 w-2/3" />
				<Skeleton className="h-40" />
			</div>
		);
	}
	if (data === undefined || (error instanceof ApiError && error.status === 404)) {
		const said = error instanceof ApiError && error.status < 500 && error.message;
		return (
			<ErrorState error={error} message={said || failed} onRetry={() => void query.refetch()} />
		);
	}
	return children(data);
}

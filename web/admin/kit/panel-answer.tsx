import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Outdated } from './outdated.tsx';

interface PanelAnswerProps<Answer> {
	query: UseQueryResult<Answer>;
	/** Said where the server gave no words. */
	failed: string;
	children: (answer: Answer) => ReactNode;
}

/** What a panel shows, as it is being fetched, failed or there. */
export function PanelAnswer<Answer>({ query, failed, children }: PanelAnswerProps<Answer>) {
	const { error, isPending } = query;
	if (isPending) {
		return (
			<div role="status" className="grid gap-3">
				<span className="sr-only">Loading…</span>
				<Skeleton className="h-6 w-2/3" />
				<Skeleton className="h-40" />
			</div>
		);
	}
	const said = error instanceof ApiError && error.status < 500 && error.message;
	const retry = () => void query.refetch();
	const shown = shownAnswer(query);
	if (shown === undefined) {
		return <ErrorState error={error} message={said || failed} onRetry={retry} />;
	}
	return (
		<>
			{error && <Outdated message={said || failed} onRetry={retry} />}
			{children(shown)}
		</>
	);
}

/** What goes on being shown where asking anew failed; undefined for what has gone since. */
export function shownAnswer<Answer>({ data, error }: UseQueryResult<Answer>): Answer | undefined {
	return error instanceof ApiError && error.status === 404 ? undefined : data;
}

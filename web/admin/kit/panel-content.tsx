import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { RefreshError } from './refresh-error.tsx';

interface PanelContentProps<Data> {
	query: UseQueryResult<Data>;
	/** Said where the server gave no words. */
	failureMessage: string;
	children: (data: Data) => ReactNode;
}

/** What a panel shows, as it is being fetched, failed or there. */
export function PanelContent<Data>({ query, failureMessage, children }: PanelContentProps<Data>) {
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
	const serverMessage = error instanceof ApiError && error.status < 500 && error.message;
	const retry = () => void query.refetch();
	const shown = currentData(query);
	if (shown === undefined) {
		return <ErrorState error={error} message={serverMessage || failureMessage} onRetry={retry} />;
	}
	return (
		<>
			{error && <RefreshError message={serverMessage || failureMessage} onRetry={retry} />}
			{children(shown)}
		</>
	);
}

/** What goes on being shown where asking anew failed; undefined for what has gone since. */
export function currentData<Data>({ data, error }: UseQueryResult<Data>): Data | undefined {
	return error instanceof ApiError && error.status === 404 ? undefined : data;
}

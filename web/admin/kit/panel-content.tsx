import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { RefreshError } from './refresh-error.tsx';

interface PanelContentProps<Data> {
	query: UseQueryResult<Data>;
	/** Shown when the server gave no message. */
	failureMessage: string;
	children: (data: Data) => ReactNode;
}

/** The content of a panel that is loading, failed or loaded. */
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

/** Data that stays visible after a failed reload; undefined once it no longer exists on the server. */
export function currentData<Data>({ data, error }: UseQueryResult<Data>): Data | undefined {
	return error instanceof ApiError && error.status === 404 ? undefined : data;
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';

/** The message for a failed load, or a function that returns it. */
export type FailureMessage = string | ((error: Error) => string);

/** Statuses of client errors after which the same request can succeed later: timeout, too many requests. */
const RETRYABLE_STATUSES: readonly number[] = [408, 429];

/** Whether the same request can succeed later: true for missing connections, 5xx, 408 and 429. */
export function canRetry(error: Error): boolean {
	if (!(error instanceof ApiError)) return true;
	return error.status >= 500 || RETRYABLE_STATUSES.includes(error.status);
}

/** The message for a failed load: the server's own when it refused, otherwise `failureMessage`. */
export function loadErrorMessage(error: Error, failureMessage: FailureMessage): string {
	const isClientError = error instanceof ApiError && error.status < 500;
	if (isClientError && error.message) return error.message;
	return typeof failureMessage === 'string' ? failureMessage : failureMessage(error);
}

interface QueryContentProps<Data> {
	query: UseQueryResult<Data>;
	/** Shown when the server gave no message. */
	failureMessage: FailureMessage;
	skeleton: ReactNode;
	children: (data: Data) => ReactNode;
}

/** A query's content: loading, failed or loaded. After a failed reload the old content stays, with a message. */
export function QueryContent<Data>(props: QueryContentProps<Data>) {
	const { query, failureMessage, skeleton, children } = props;
	if (query.isPending) {
		return (
			<div role="status">
				<span className="sr-only">Loading…</span>
				{skeleton}
			</div>
		);
	}
	const { error } = query;
	const message = error ? loadErrorMessage(error, failureMessage) : '';
	const retry = error && canRetry(error) ? () => void query.refetch() : undefined;
	const data = currentData(query);
	if (data === undefined) {
		return <ErrorState error={error} message={message} {...(retry && { onRetry: retry })} />;
	}
	return (
		<>
			{error && <RefreshError message={message} onRetry={retry} />}
			{children(data)}
		</>
	);
}

/** Data that stays visible after a failed reload; undefined once it no longer exists on the server. */
export function currentData<Data>({ data, error }: UseQueryResult<Data>): Data | undefined {
	return error instanceof ApiError && error.status === 404 ? undefined : data;
}

interface RefreshErrorProps {
	message: string;
	/** Undefined when trying again cannot help. */
	onRetry: (() => void) | undefined;
}

function RefreshError({ message, onRetry }: RefreshErrorProps) {
	return (
		<div
			role="alert"
			className="mb-3 flex flex-wrap items-center gap-x-3 rounded-card bg-bad-wash px-4 py-1"
		>
			<p className="mr-auto text-sm font-semibold text-bad">{message}</p>
			{onRetry && (
				<Button size="small" variant="quiet" onClick={onRetry}>
					Try again
				</Button>
			)}
		</div>
	);
}

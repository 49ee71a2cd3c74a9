import type { ErrorReply } from '#contract/core/schemas.ts';

export interface Issue {
	/** The path of the field, with dots: `title`, `photos.0`. */
	path: string;
	/** The contract's code of the error: `item/title`. */
	code: string;
	message: string;
}

/** An error response of the server. If `message` is empty, the screen shows its own fallback from the contract. */
export class ApiError extends Error {
	readonly status: number;
	/** The contract's code of the error: `item/not-found`. '' if the response does not come from our server. */
	readonly code: string;
	readonly issues: readonly Issue[];
	/** The first 100 characters of a response that was not JSON; undefined if it was. */
	readonly receivedText: string | undefined;
	/** The request id in the server's log; only for statuses from 500 on. */
	readonly requestId: string | undefined;
	/** The whole body of the response. Its further fields depend on the endpoint. */
	readonly body: Partial<ErrorReply>;

	constructor(
		status: number,
		details: {
			receivedText?: string;
			requestId?: string | null;
		} & Partial<ErrorReply> = {},
	) {
		super(details.message);
		this.name = 'ApiError';
		this.status = status;
		this.code = details.code ?? '';
		this.issues = details.issues ?? [];
		this.receivedText = details.receivedText;
		this.requestId = status >= 500 ? (details.requestId ?? undefined) : undefined;
		this.body = details;
	}
}

/**
 * Whether the requested thing does not exist, or its address is malformed. Other errors, such as too many requests, do
 * not mean that.
 */
export function isNotFound(error: unknown): error is ApiError {
	return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/**
 * Whether our server refused the request and did nothing. With a status from 500 on, it may have handled the request.
 * An answer that is not JSON comes from a network or a proxy.
 */
export function isRefusal(error: unknown): error is ApiError {
	return error instanceof ApiError && error.status < 500 && error.receivedText === undefined;
}

/** The error for a timeout. Pages treat the TypeError as a missing connection; its name prevents retries. */
export function noAnswer(): TypeError {
	return Object.assign(new TypeError('No answer'), { name: 'TimeoutError' });
}

/** Whether the request was cancelled, so that no error message is needed. */
export function isAborted(error: unknown): boolean {
	return error instanceof DOMException && error.name === 'AbortError';
}

/** The message for a failed call: the server's own, else `fallback`; `noConnection` if there was no response. */
export function errorMessageFor(error: unknown, fallback: string, noConnection: string): string {
	return error instanceof ApiError ? error.message || fallback : noConnection;
}

export interface Issue {
	/** The field, in dots: `title`, `photos.0`. */
	path: string;
	message: string;
}

/** A refusal by the server. An empty `message` means: the screen says its own fallback from the contract. */
export class ApiError extends Error {
	readonly status: number;
	readonly issues: readonly Issue[];
	/** The first 100 characters of a reply that was not JSON; undefined where it was. */
	readonly receivedText: string | undefined;
	/** What the server's log calls the request, where it is worth looking up: for what is no refusal. */
	readonly requestId: string | undefined;
	/** The item in the address of a chat that cannot be opened, where the public can see it. */
	readonly itemId: number | undefined;

	constructor(
		status: number,
		details: {
			message?: string;
			issues?: readonly Issue[];
			receivedText?: string;
			requestId?: string | null;
			itemId?: number;
		} = {},
	) {
		super(details.message);
		this.name = 'ApiError';
		this.status = status;
		this.issues = details.issues ?? [];
		this.receivedText = details.receivedText;
		this.requestId = status >= 500 ? (details.requestId ?? undefined) : undefined;
		this.itemId = details.itemId;
	}
}

/** What was asked for is not there, or its address is none; another refusal, as of too many calls, says nothing of that. */
export function isNotFound(error: unknown): error is ApiError {
	return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** The person gave up waiting: nothing to tell them. */
export function isAborted(error: unknown): boolean {
	return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * The words for a failed call: the server's own, else `refused`; `unreached` where no answer came.
 */
export function errorMessageFor(error: unknown, fallback: string, noConnection: string): string {
	return error instanceof ApiError ? error.message || fallback : noConnection;
}

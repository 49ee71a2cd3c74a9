export interface OutgoingRequest {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: FormData | string | undefined;
	/** Told the share of the body that has left, 0 to 1. */
	onProgress?: ((fraction: number) => void) | undefined;
	signal?: AbortSignal | undefined;
	/** Goes on when the page is left; its body is at most 64 KiB. */
	keepalive?: boolean;
	/** How long its answer may take to begin, in milliseconds, where that is longer than for others. */
	responseStartTimeoutMs?: number | undefined;
}

export interface Reply {
	status: number;
	text: string;
	/** What the server's log calls the request. */
	requestId?: string | null;
}

export interface OutgoingRequest {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: FormData | string | undefined;
	/** Called with the sent fraction of the body, 0 to 1. */
	onProgress?: ((fraction: number) => void) | undefined;
	signal?: AbortSignal | undefined;
	/** Continues when the page is left; the body may have at most 64 KiB. */
	keepalive?: boolean;
	/** Timeout in milliseconds until the response begins, if longer than the default. */
	responseStartTimeoutMs?: number | undefined;
}

export interface Reply {
	status: number;
	text: string;
	/** The request id in the server's log. */
	requestId?: string | null;
}

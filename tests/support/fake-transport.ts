/** A request that a page has sent by fetch or XMLHttpRequest. */
export interface SentRequest {
	method: string;
	url: URL;
	headers: Headers;
	body: unknown;
}

/** Answers a request; rejects with a TypeError when there is no connection. */
type Respond = (request: SentRequest) => Promise<Response>;

const SERVER_PATH = /^\/(api|socket\.io)\//;
let respond: Respond = () => Promise.reject(new TypeError('Failed to fetch'));

/** From here on all requests to our server are answered by `handler`; others, such as for modules, are sent. */
export function interceptRequests(handler: Respond): void {
	respond = handler;
	const send = globalThis.fetch.bind(globalThis);
	globalThis.fetch = async (input, init = {}) => {
		const url = new URL(input instanceof Request ? input.url : input, location.origin);
		if (!SERVER_PATH.test(url.pathname)) return send(input, init);
		const { method = 'GET', body, signal } = init;
		signal?.throwIfAborted();
		const response = respond({ method, url, headers: new Headers(init.headers), body });
		return signal ? Promise.race([response, rejectWhenAborted(signal)]) : response;
	};
	globalThis.XMLHttpRequest = FakeXmlHttpRequest as unknown as typeof XMLHttpRequest;
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const rejectWithReason = () => reject(signal.reason);
		if (signal.aborted) rejectWithReason();
		signal.addEventListener('abort', rejectWithReason, { once: true });
	});
}

/** Used for uploads and by Socket.IO without a websocket. Half of the body counts as sent until the answer comes. */
class FakeXmlHttpRequest extends EventTarget {
	readonly upload = new EventTarget();
	status = 0;
	responseText = '';
	readyState = 0;
	onreadystatechange: (() => void) | undefined;
	readonly #controller = new AbortController();
	readonly #headers = new Headers();
	#responseHeaders = new Headers();
	#method = 'GET';
	#url = new URL(location.origin);

	open(method: string, url: string): void {
		this.#method = method;
		this.#url = new URL(url, location.origin);
	}

	setRequestHeader(name: string, value: string): void {
		this.#headers.set(name, value);
	}

	getResponseHeader(name: string): string | null {
		return this.#responseHeaders.get(name);
	}

	abort(): void {
		this.#controller.abort();
	}

	async send(body?: unknown): Promise<void> {
		this.upload.dispatchEvent(progressEvent(1));
		const sent = { method: this.#method, url: this.#url, headers: this.#headers, body };
		try {
			const aborted = rejectWhenAborted(this.#controller.signal);
			const response = await Promise.race([respond(sent), aborted]);
			this.upload.dispatchEvent(progressEvent(2));
			this.upload.dispatchEvent(new Event('load'));
			this.responseText = await response.text();
			this.#responseHeaders = response.headers;
			this.status = response.status;
			this.#finish('load');
		} catch {
			this.#finish(this.#controller.signal.aborted ? 'abort' : 'error');
		}
	}

	#finish(event: 'load' | 'error' | 'abort'): void {
		this.readyState = 4;
		this.onreadystatechange?.();
		this.dispatchEvent(new Event(event));
		this.dispatchEvent(new Event('loadend'));
	}
}

function progressEvent(loaded: number): ProgressEvent {
	return new ProgressEvent('progress', { lengthComputable: true, loaded, total: 2 });
}

import { REFERENCE_HEADER } from '#contract/reference.ts';

export interface Outgoing {
	method: string;
	address: string;
	headers: Record<string, string>;
	body: FormData | string | undefined;
	/** Told the share of the body that has left, 0 to 1. */
	onProgress?: ((share: number) => void) | undefined;
	signal?: AbortSignal | undefined;
}

export interface Reply {
	status: number;
	text: string;
	/** What the server's log calls the request. */
	reference?: string | null;
}

/**
 * Sends one request. Files go by XMLHttpRequest: fetch cannot tell how much of a body has left.
 * @throws TypeError when there is no connection; DOMException AbortError when `signal` stopped it
 */
export function send(request: Outgoing): Promise<Reply> {
	return request.body instanceof FormData ? sendForm(request, request.body) : sendText(request);
}

async function sendText({ method, address, headers, body, signal }: Outgoing): Promise<Reply> {
	const response = await fetch(address, {
		method,
		headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
		body: body ?? null,
		signal: signal ?? null,
	});
	return {
		status: response.status,
		text: await response.text(),
		reference: response.headers.get(REFERENCE_HEADER),
	};
}

function sendForm(request: Outgoing, form: FormData): Promise<Reply> {
	const { method, address, headers, onProgress, signal } = request;
	return new Promise((resolve, reject) => {
		const aborted = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
		if (signal?.aborted) return aborted();
		const xhr = new XMLHttpRequest();
		const stop = () => xhr.abort();
		xhr.open(method, address);
		for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
		xhr.upload.addEventListener('progress', (event) => {
			if (event.lengthComputable) onProgress?.(event.loaded / event.total);
		});
		xhr.addEventListener('load', () =>
			resolve({
				status: xhr.status,
				text: xhr.responseText,
				reference: xhr.getResponseHeader(REFERENCE_HEADER),
			}),
		);
		xhr.addEventListener('error', () => reject(new TypeError('No connection')));
		xhr.addEventListener('abort', aborted);
		xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
		signal?.addEventListener('abort', stop);
		xhr.send(form);
	});
}

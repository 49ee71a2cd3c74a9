import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import { noAnswer } from './api-error.ts';
import type { OutgoingRequest, Reply } from './request-types.ts';

/** If the upload makes no progress for this long, the connection counts as broken. */
const IDLE_TIMEOUT_MS = 20_000;
/** Timeout for the response after the upload; processing photos takes the server a while. */
const RESPONSE_TIMEOUT_MS = 60_000;

/**
 * Sends a form with files and reports the upload progress.
 * @throws as `send` (transport.ts)
 */
export function sendForm(request: OutgoingRequest, form: FormData): Promise<Reply> {
	const { method, url, headers, onProgress, signal } = request;
	return new Promise((resolve, reject) => {
		const rejectAborted = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
		if (signal?.aborted) return rejectAborted();
		const xhr = new XMLHttpRequest();
		const abort = () => xhr.abort();
		let timer: ReturnType<typeof setTimeout> | undefined;
		const restartTimeout = (timeoutMs: number) => {
			clearTimeout(timer);
			timer = setTimeout(() => {
				reject(noAnswer());
				abort();
			}, timeoutMs);
		};
		xhr.open(method, url);
		for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
		xhr.upload.addEventListener('progress', (event) => {
			restartTimeout(IDLE_TIMEOUT_MS);
			if (event.lengthComputable) onProgress?.(event.loaded / event.total);
		});
		xhr.upload.addEventListener('load', () => restartTimeout(RESPONSE_TIMEOUT_MS));
		xhr.addEventListener('load', () =>
			resolve({
				status: xhr.status,
				text: xhr.responseText,
				requestId: xhr.getResponseHeader(REQUEST_ID_HEADER),
			}),
		);
		xhr.addEventListener('error', () => reject(new TypeError('No connection')));
		xhr.addEventListener('abort', rejectAborted);
		xhr.addEventListener('loadend', () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', abort);
		});
		signal?.addEventListener('abort', abort);
		restartTimeout(IDLE_TIMEOUT_MS);
		xhr.send(form);
	});
}

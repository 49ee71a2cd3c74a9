import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Outgoing, Reply } from './request-types.ts';

/** Timeout without upload progress: the connection counts as dead. */
const MOVES_WITHIN_MS = 20_000;
/** Timeout for the response after the upload; processing photos takes the server a while. */
const ANSWER_WITHIN_MS = 60_000;

/**
 * Sends a form with files and reports the upload progress.
 * @throws as `send`
 */
export function sendForm(request: Outgoing, form: FormData): Promise<Reply> {
	const { method, address, headers, onProgress, signal } = request;
	return new Promise((resolve, reject) => {
		const aborted = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
		if (signal?.aborted) return aborted();
		const xhr = new XMLHttpRequest();
		const stop = () => xhr.abort();
		let timer: ReturnType<typeof setTimeout> | undefined;
		const waitFor = (waitMs: number) => {
			clearTimeout(timer);
			timer = setTimeout(() => {
				reject(new TypeError('No answer'));
				stop();
			}, waitMs);
		};
		xhr.open(method, address);
		for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
		xhr.upload.addEventListener('progress', (event) => {
			waitFor(MOVES_WITHIN_MS);
			if (event.lengthComputable) onProgress?.(event.loaded / event.total);
		});
		xhr.upload.addEventListener('load', () => waitFor(ANSWER_WITHIN_MS));
		xhr.addEventListener('load', () =>
			resolve({
				status: xhr.status,
				text: xhr.responseText,
				reference: xhr.getResponseHeader(REQUEST_ID_HEADER),
			}),
		);
		xhr.addEventListener('error', () => reject(new TypeError('No connection')));
		xhr.addEventListener('abort', aborted);
		xhr.addEventListener('loadend', () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', stop);
		});
		signal?.addEventListener('abort', stop);
		waitFor(MOVES_WITHIN_MS);
		xhr.send(form);
	});
}

import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import { noAnswer } from './api-error.ts';
import type { OutgoingRequest, Reply } from './request-types.ts';

/** If no data arrives for this long, the connection counts as broken. Browsers themselves would wait for minutes. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Sends one request. Files are sent with XMLHttpRequest, because fetch reports no upload progress.
 * @throws TypeError when there is no connection or the response takes too long; DOMException AbortError when `signal`
 * aborted the request
 */
export async function send(request: OutgoingRequest): Promise<Reply> {
	if (!(request.body instanceof FormData)) return sendText(request);
	return (await import('./send-form.ts')).sendForm(request, request.body);
}

async function sendText(request: OutgoingRequest): Promise<Reply> {
	const { method, url, headers, body, signal, keepalive } = request;
	const { responseStartTimeoutMs = IDLE_TIMEOUT_MS } = request;
	const timeoutController = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const restartTimeout = (timeoutMs: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => timeoutController.abort(noAnswer()), timeoutMs);
	};
	restartTimeout(responseStartTimeoutMs);
	try {
		const response = await fetch(url, {
			method,
			headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
			body: body ?? null,
			keepalive: keepalive ?? false,
			signal: signal
				? AbortSignal.any([signal, timeoutController.signal])
				: timeoutController.signal,
		});
		restartTimeout(IDLE_TIMEOUT_MS);
		const progressWatcher = new TransformStream({
			transform(chunk, controller) {
				restartTimeout(IDLE_TIMEOUT_MS);
				controller.enqueue(chunk);
			},
		});
		return {
			status: response.status,
			text: await new Response(response.body?.pipeThrough(progressWatcher)).text(),
			requestId: response.headers.get(REQUEST_ID_HEADER),
		};
	} catch (error) {
		// Not every browser throws the abort reason once the body has started.
		throw timeoutController.signal.reason ?? error;
	} finally {
		clearTimeout(timer);
	}
}

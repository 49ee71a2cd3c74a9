import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { OutgoingRequest, Reply } from './request-types.ts';

/** A line that moves nothing for so long may swallow what is sent, or the rest: browsers give it up after minutes only. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Sends one request. Files go by XMLHttpRequest: fetch cannot tell how much of a body has left.
 * @throws TypeError when there is no connection; DOMException AbortError when `signal` stopped it
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
		timer = setTimeout(() => timeoutController.abort(new TypeError('No answer')), timeoutMs);
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
		// Not every browser says why what had begun to come was stopped.
		throw timeoutController.signal.reason ?? error;
	} finally {
		clearTimeout(timer);
	}
}

import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Outgoing, Reply } from './request-types.ts';

/** A line that moves nothing for so long may swallow what is sent, or the rest: browsers give it up after minutes only. */
const MOVES_WITHIN_MS = 30_000;

/**
 * Sends one request. Files go by XMLHttpRequest: fetch cannot tell how much of a body has left.
 * @throws TypeError when there is no connection; DOMException AbortError when `signal` stopped it
 */
export async function send(request: Outgoing): Promise<Reply> {
	if (!(request.body instanceof FormData)) return sendText(request);
	return (await import('./send-form.ts')).sendForm(request, request.body);
}

async function sendText(request: Outgoing): Promise<Reply> {
	const { method, address, headers, body, signal, keepalive } = request;
	const { beginsWithinMs = MOVES_WITHIN_MS } = request;
	const patience = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const waitFor = (waitMs: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => patience.abort(new TypeError('No answer')), waitMs);
	};
	waitFor(beginsWithinMs);
	try {
		const response = await fetch(address, {
			method,
			headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
			body: body ?? null,
			keepalive: keepalive ?? false,
			signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
		});
		waitFor(MOVES_WITHIN_MS);
		const moving = new TransformStream({
			transform(bytes, out) {
				waitFor(MOVES_WITHIN_MS);
				out.enqueue(bytes);
			},
		});
		return {
			status: response.status,
			text: await new Response(response.body?.pipeThrough(moving)).text(),
			reference: response.headers.get(REQUEST_ID_HEADER),
		};
	} catch (error) {
		// Not every browser says why what had begun to come was stopped.
		throw patience.signal.reason ?? error;
	} finally {
		clearTimeout(timer);
	}
}

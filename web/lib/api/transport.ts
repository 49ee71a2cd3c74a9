import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { Outgoing, Reply } from './request-types.ts';

/** Timeout without any data, after which the connection counts as dead: browsers themselves wait for minutes. */
const MOVES_WITHIN_MS = 30_000;

/**
 * Sends one request. Files are sent with XMLHttpRequest, because fetch reports no upload progress.
 * @throws TypeError when there is no connection; DOMException AbortError when `signal` aborted it
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
		// Not every browser throws the abort reason once the body has started.
		throw patience.signal.reason ?? error;
	} finally {
		clearTimeout(timer);
	}
}

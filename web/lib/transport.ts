import { REFERENCE_HEADER } from '#contract/reference.ts';
import type { Outgoing, Reply } from './outgoing.ts';

/** A line may swallow what is sent, or the rest of an answer: browsers give it up after minutes only. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Sends one request. Files go by XMLHttpRequest: fetch cannot tell how much of a body has left.
 * @throws TypeError when there is no connection; DOMException AbortError when `signal` stopped it
 */
export async function send(request: Outgoing): Promise<Reply> {
	if (!(request.body instanceof FormData)) return sendText(request);
	return (await import('./send-form.ts')).sendForm(request, request.body);
}

async function sendText({ method, address, headers, body, signal }: Outgoing): Promise<Reply> {
	const patience = new AbortController();
	const timer = setTimeout(() => patience.abort(new TypeError('No answer')), ANSWER_WITHIN_MS);
	try {
		const response = await fetch(address, {
			method,
			headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
			body: body ?? null,
			signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
		});
		return {
			status: response.status,
			text: await response.text(),
			reference: response.headers.get(REFERENCE_HEADER),
		};
	} catch (error) {
		// Not every browser says why what had begun to come was stopped.
		throw patience.signal.reason ?? error;
	} finally {
		clearTimeout(timer);
	}
}

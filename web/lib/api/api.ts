import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { callUrl } from '#contract/core/call-url.ts';
import type { CallParts, Endpoint, Parsed, SchemaInput } from '#contract/core/endpoint.ts';
import {
	clearCredentials,
	readCredentials,
	setSessionEndReason,
} from '#web/lib/session/credentials.ts';
import { parseReply, type RequestContent, serializeBody } from './body.ts';
import { takePreloadedAnswer } from './preloaded.ts';
import { send } from './transport.ts';

/** Input of a call: the parts its endpoint declares, and options to track or abort it. */
export type CallInput<E extends Endpoint> = (E extends { params: infer P }
	? { params: SchemaInput<P> }
	: unknown) &
	(E extends { query: infer Q } ? { query?: Partial<SchemaInput<Q>> } : unknown) &
	(E extends { body: infer B } ? { body: SchemaInput<B> } : unknown) &
	(E extends { files: string } ? { files: readonly File[] } : unknown) & {
		/** Called with the sent fraction of the body, 0 to 1; only for calls with files. */
		onProgress?: (fraction: number) => void;
		signal?: AbortSignal;
		/** Timeout in milliseconds until the response begins, for responses that take long to build. */
		responseStartTimeoutMs?: number;
		/** Headers in addition to the session's. */
		headers?: Record<string, string>;
	};

interface UntypedInput extends RequestContent {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
	onProgress?: (fraction: number) => void;
	signal?: AbortSignal;
	responseStartTimeoutMs?: number;
	headers?: Record<string, string>;
}

/**
 * Calls an endpoint of the contract. A 401 response to a request with a token ends this browser's session.
 * @returns the parsed JSON; the text of a download
 * @throws ApiError for an error response, or for a response that should be JSON and is not; TypeError when there is no
 * connection; DOMException AbortError when `signal` aborted it
 */
export function call<E extends Endpoint>(
	endpoint: E,
	input: CallInput<E>,
): Promise<Parsed<E['reply']>>;
export async function call(endpoint: CallParts, input: object): Promise<unknown> {
	const options = input as UntypedInput;
	const url = callUrl(endpoint.path, options);
	// Public data is requested without a token, so that the service worker may cache it for offline use.
	const token = endpoint.auth === 'none' ? undefined : readCredentials()?.token;
	// The page's embedded answer is the one for visitors. A request with a token does not use it, because a signed-in user
	// may get another answer.
	const preloaded = endpoint.method === 'GET' ? takePreloadedAnswer(url) : undefined;
	if (preloaded !== undefined && !token) return preloaded;
	const reply = await send({
		...options,
		method: endpoint.method,
		url,
		headers: { ...options.headers, ...(token && { authorization: `Bearer ${token}` }) },
		body: serializeBody(endpoint, options),
	});
	if (reply.status === 401 && token && token === readCredentials()?.token) {
		const { code, message } = AUTH_ERRORS.suspended;
		if (reply.text.includes(code)) setSessionEndReason({ message });
		clearCredentials();
	}
	if (reply.status === 503) handleUnavailable(reply.text);
	return endpoint.download && reply.status === 200 ? reply.text : parseReply(reply);
}

/** Shows the maintenance page if a 503 is about maintenance. If its script cannot load, the caller shows the error. */
function handleUnavailable(text: string): void {
	import('./maintenance.ts')
		.then(({ handleServiceUnavailable }) => handleServiceUnavailable(text))
		.catch(() => undefined);
}

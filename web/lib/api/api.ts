import { SUSPENDED_MESSAGE } from '#contract/auth/facts.ts';
import { callUrl } from '#contract/core/call-url.ts';
import type { CallOf, Endpoint, Parsed, SchemaInput } from '#contract/core/endpoint.ts';
import {
	clearCredentials,
	readCredentials,
	setSessionEndMessage,
} from '#web/lib/session/credentials.ts';
import { parseReply, type RequestContent, serializeBody } from './body.ts';
import { takePreloadedAnswer } from './preloaded.ts';
import { send } from './transport.ts';

/** What a call needs: the parts its endpoint declares, and how to follow or stop it. */
export type CallInput<E extends Endpoint> = (E extends { params: infer P }
	? { params: SchemaInput<P> }
	: unknown) &
	(E extends { query: infer Q } ? { query?: Partial<SchemaInput<Q>> } : unknown) &
	(E extends { body: infer B } ? { body: SchemaInput<B> } : unknown) &
	(E extends { files: string } ? { files: readonly File[] } : unknown) & {
		/** Told the share of the body that has left, 0 to 1; for calls with files only. */
		onProgress?: (fraction: number) => void;
		signal?: AbortSignal;
		/** For what takes long to make: how long it may take to begin, in milliseconds. */
		responseStartTimeoutMs?: number;
		/** Besides the session's. */
		headers?: Record<string, string>;
	};

/** What of an endpoint a call needs while it runs. */
type CallableEndpoint = Pick<Endpoint, 'method' | 'path' | 'auth' | 'files'>;

interface UntypedInput extends RequestContent {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
	onProgress?: (fraction: number) => void;
	signal?: AbortSignal;
	responseStartTimeoutMs?: number;
	headers?: Record<string, string>;
}

/**
 * Calls one endpoint of the contract. A 401 to a call that carried a token ends the session of this browser.
 * @throws ApiError when the server refuses or answers with something other than JSON; TypeError when there is
 * no connection; DOMException AbortError when `signal` stopped it
 */
export function call<E extends Endpoint>(
	endpoint: E | CallOf<E>,
	input: CallInput<E>,
): Promise<Parsed<E['reply']>>;
export async function call(endpoint: CallableEndpoint, input: object): Promise<unknown> {
	const options = input as UntypedInput;
	const url = callUrl(endpoint.path, options);
	const preloaded = endpoint.method === 'GET' ? takePreloadedAnswer(url) : undefined;
	if (preloaded !== undefined) return preloaded;
	// Who asks for what is the same for everyone stays unknown, and the answer may be kept for when there is no line.
	const token = endpoint.auth === 'none' ? undefined : readCredentials()?.token;
	const reply = await send({
		method: endpoint.method,
		url,
		headers: { ...options.headers, ...(token && { authorization: `Bearer ${token}` }) },
		body: serializeBody(endpoint, options),
		onProgress: options.onProgress,
		signal: options.signal,
		responseStartTimeoutMs: options.responseStartTimeoutMs,
	});
	if (reply.status === 401 && token && token === readCredentials()?.token) {
		if (reply.text.includes(SUSPENDED_MESSAGE)) setSessionEndMessage(SUSPENDED_MESSAGE);
		clearCredentials();
	}
	if (reply.status === 503) handleUnavailable(reply.text);
	return parseReply(reply);
}

/** The market may be closed: then that is shown, and where the script for it can't come the caller's words stay. */
function handleUnavailable(text: string): void {
	import('./maintenance.ts')
		.then(({ handleServiceUnavailable: meetRefusal }) => meetRefusal(text))
		.catch(() => undefined);
}

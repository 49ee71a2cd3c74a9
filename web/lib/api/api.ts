import { SUSPENDED_MESSAGE } from '#contract/auth/facts.ts';
import { callUrl } from '#contract/core/call-url.ts';
import type { CallOf, Endpoint, Parsed, SchemaInput } from '#contract/core/endpoint.ts';
import { dropCredentials, noteFarewell, readCredentials } from '#web/lib/session/credentials.ts';
import { bodyOf, readReply, type SentParts } from './body.ts';
import { takeFirstAnswer } from './preloaded.ts';
import { send } from './transport.ts';

/** Input of a call: the parts its endpoint declares, and options to track or abort it. */
export type CallInput<E extends Endpoint> = (E extends { params: infer P }
	? { params: SchemaInput<P> }
	: unknown) &
	(E extends { query: infer Q } ? { query?: Partial<SchemaInput<Q>> } : unknown) &
	(E extends { body: infer B } ? { body: SchemaInput<B> } : unknown) &
	(E extends { files: string } ? { files: readonly File[] } : unknown) & {
		/** Called with the sent fraction of the body, 0 to 1; only for calls with files. */
		onProgress?: (share: number) => void;
		signal?: AbortSignal;
		/** Timeout in milliseconds until the response begins, for responses that take long to build. */
		beginsWithinMs?: number;
		/** Headers in addition to the session's. */
		headers?: Record<string, string>;
	};

/** The parts of an endpoint that a call needs at run time. */
type Called = Pick<Endpoint, 'method' | 'path' | 'auth' | 'files'>;

interface AnyInput extends SentParts {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
	onProgress?: (share: number) => void;
	signal?: AbortSignal;
	beginsWithinMs?: number;
	headers?: Record<string, string>;
}

/**
 * Calls an endpoint of the contract. A 401 response to a request with a token ends this browser's session.
 * @throws ApiError for an error response or one that is not JSON; TypeError when there is no connection; DOMException
 * AbortError when `signal` aborted it
 */
export function call<E extends Endpoint>(
	endpoint: E | CallOf<E>,
	input: CallInput<E>,
): Promise<Parsed<E['reply']>>;
export async function call(endpoint: Called, input: object): Promise<unknown> {
	const parts = input as AnyInput;
	const address = callUrl(endpoint.path, parts);
	const brought = endpoint.method === 'GET' ? takeFirstAnswer(address) : undefined;
	if (brought !== undefined) return brought;
	// Public data is requested without a token, so that the service worker may cache it for offline use.
	const token = endpoint.auth === 'none' ? undefined : readCredentials()?.token;
	const reply = await send({
		method: endpoint.method,
		address,
		headers: { ...parts.headers, ...(token && { authorization: `Bearer ${token}` }) },
		body: bodyOf(endpoint, parts),
		onProgress: parts.onProgress,
		signal: parts.signal,
		beginsWithinMs: parts.beginsWithinMs,
	});
	if (reply.status === 401 && token && token === readCredentials()?.token) {
		if (reply.text.includes(SUSPENDED_MESSAGE)) noteFarewell(SUSPENDED_MESSAGE);
		dropCredentials();
	}
	if (reply.status === 503) showMaintenance(reply.text);
	return readReply(reply);
}

/** Shows the maintenance page if a 503 is about maintenance. If its script cannot load, the caller shows the error. */
function showMaintenance(text: string): void {
	import('./maintenance.ts').then(({ meetRefusal }) => meetRefusal(text)).catch(() => undefined);
}

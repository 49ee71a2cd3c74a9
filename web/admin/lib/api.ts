import { ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { callUrl } from '#contract/core/call-url.ts';
import type { CallParts, Endpoint, Parsed } from '#contract/core/endpoint.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { CallInput } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { parseReply, type RequestContent, serializeBody } from '#web/lib/api/body.ts';
import { send } from '#web/lib/api/transport.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { readSocketId } from './socket-id.ts';
import { clearEndedToken, readStoredAdmin } from './token.ts';

/**
 * Longest body sent with `keepalive`, in UTF-16 code units, each of which takes at most three bytes in UTF-8. Browsers
 * refuse such requests once the bodies of all pending ones exceed 64 KiB.
 */
const KEEPALIVE_LENGTH_MAX = 10_000;

interface UntypedInput extends RequestContent {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
	signal?: AbortSignal;
	headers?: Record<string, string>;
}

/**
 * Calls one endpoint of the back-office with the administrator's token. A 401 to a request with this token ends the
 * session of this browser.
 * @throws ApiError when the server refuses; TypeError without a connection; DOMException AbortError when `signal`
 * aborted the request
 */
export function callAdminApi<E extends Endpoint>(
	endpoint: E,
	input: CallInput<E>,
): Promise<Parsed<E['reply']>>;
export async function callAdminApi(endpoint: CallParts, input: object): Promise<unknown> {
	const options = input as UntypedInput;
	const body = serializeBody(endpoint, options);
	const token = endpoint.auth === 'none' ? undefined : readStoredAdmin()?.token;
	const reply = await send({
		method: endpoint.method,
		url: callUrl(endpoint.path, options),
		headers: {
			...options.headers,
			...headersOf(token, endpoint.method === 'GET' ? undefined : readSocketId()),
		},
		body,
		signal: options.signal,
		keepalive: endpoint.method !== 'GET' && isShort(body),
	});
	clearTokenIfUnauthorized(reply.status, token);
	return parseReply(reply);
}

/**
 * Whether the body is small enough for `keepalive`; larger requests are aborted when the page is left. The answer does
 * not matter for forms, which are not sent by `fetch`.
 */
function isShort(body: FormData | string | undefined): boolean {
	return typeof body !== 'string' || body.length <= KEEPALIVE_LENGTH_MAX;
}

/** @param socketId this page's realtime connection, which the server leaves out when it publishes the change */
function headersOf(
	token: string | undefined,
	socketId: string | undefined,
): Record<string, string> {
	return {
		...(token && { authorization: `Bearer ${token}` }),
		...(socketId && { [ADMIN_SOCKET_HEADER]: socketId }),
	};
}

/**
 * Downloads a file from the back-office and saves it.
 * @throws ApiError when the server refuses; TypeError without a connection
 */
export async function downloadFile(
	endpoint: CallParts,
	query: Readonly<Record<string, string>>,
): Promise<void> {
	const token = readStoredAdmin()?.token;
	const response = await fetch(callUrl(endpoint.path, { query }), {
		headers: headersOf(token, undefined),
	});
	clearTokenIfUnauthorized(response.status, token);
	if (!response.ok) {
		parseReply({
			status: response.status,
			text: await response.text(),
			requestId: response.headers.get(REQUEST_ID_HEADER),
		});
		throw new ApiError(response.status);
	}
	saveFile(await response.blob(), endpoint.download?.name ?? 'download');
}

function clearTokenIfUnauthorized(status: number, token: string | undefined): void {
	if (status === 401 && token && token === readStoredAdmin()?.token) clearEndedToken();
}

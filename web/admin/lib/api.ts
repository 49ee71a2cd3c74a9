import * as z from 'zod/mini';
import { ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { codeNeeded } from '#contract/admin/session.ts';
import { callUrl } from '#contract/core/call-url.ts';
import type { Endpoint, Parsed } from '#contract/core/endpoint.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { CallInput } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { parseReply, type RequestContent, serializeBody } from '#web/lib/api/body.ts';
import type { Reply } from '#web/lib/api/request-types.ts';
import { send } from '#web/lib/api/transport.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { readLine } from './socket-id.ts';
import { dropToken, readToken } from './token.ts';

/** The password was right, and the code of the authenticator app is asked for as well. */
export class CodeNeeded extends ApiError {}

interface AnyInput extends RequestContent {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
	signal?: AbortSignal;
}

/**
 * Calls one endpoint of the back-office with the administrator's token. A 401 to a call that carried it ends the session of
 * this browser.
 * @throws CodeNeeded when a sign-in has to bring a code; ApiError when the server refuses; TypeError when there is no connection; DOMException AbortError
 */
export function officeCall<E extends Endpoint>(
	endpoint: E,
	input: CallInput<E>,
): Promise<Parsed<E['reply']>>;
export async function officeCall(endpoint: Endpoint, input: object): Promise<unknown> {
	const parts = input as AnyInput;
	const token = endpoint.auth === 'none' ? undefined : readToken()?.token;
	const reply = await send({
		method: endpoint.method,
		url: callUrl(endpoint.path, parts),
		headers: headersOf(token, endpoint.method === 'GET' ? undefined : readLine()),
		body: serializeBody(endpoint, parts),
		signal: parts.signal,
		keepalive: endpoint.method !== 'GET',
	});
	dropIfEnded(reply.status, token);
	requireNoCode(reply);
	return parseReply(reply);
}

/** @param line of whoever changes something, so that the news of it go to others only */
function headersOf(token: string | undefined, line: string | undefined): Record<string, string> {
	return {
		...(token && { authorization: `Bearer ${token}` }),
		...(line && { [ADMIN_SOCKET_HEADER]: line }),
	};
}

/** What the market's own reader of replies, which counts every byte, does not know. */
function requireNoCode({ status, text }: Reply): void {
	if (status !== 401 || !text.includes('needsCode')) return;
	const asked = z.safeParse(codeNeeded, JSON.parse(text));
	if (asked.success) throw new CodeNeeded(status, { message: asked.data.message });
}

/**
 * Fetches a file of the back-office and hands it to the browser to save.
 * @throws ApiError when the server refuses; TypeError when there is no connection
 */
export function downloadFile<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void>;
export async function downloadFile(endpoint: Endpoint, input: object): Promise<void> {
	const token = readToken()?.token;
	const response = await fetch(callUrl(endpoint.path, input), {
		headers: headersOf(token, undefined),
	});
	dropIfEnded(response.status, token);
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

function dropIfEnded(status: number, token: string | undefined): void {
	if (status === 401 && token && token === readToken()?.token) dropToken();
}

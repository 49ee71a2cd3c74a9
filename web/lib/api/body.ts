import type { Endpoint } from '#contract/core/endpoint.ts';
import type { ErrorReply } from '#contract/core/schemas.ts';
import { ApiError } from './api-error.ts';
import type { Reply } from './request-types.ts';

export interface RequestContent {
	body?: Record<string, unknown>;
	files?: readonly File[];
}

/** The body of a request: JSON, or a form if the endpoint takes files. */
export function serializeBody(
	endpoint: Pick<Endpoint, 'files'>,
	{ body, files }: RequestContent,
): FormData | string | undefined {
	if (endpoint.files === undefined) return body && JSON.stringify(body);
	const form = new FormData();
	for (const [name, value] of Object.entries(body ?? {})) {
		if (value === undefined) continue;
		form.set(name, formText(value));
	}
	for (const file of files ?? []) form.append(endpoint.files, file);
	return form;
}

/** A value as the text of a form field: lists and objects as JSON, null as an empty text, which clears the field. */
function formText(value: unknown): string {
	if (value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Parses a response. It is not validated, because the server has already serialised it through the endpoint's schema.
 * @throws ApiError for an error response or one that is not JSON
 */
export function parseReply({ status, text, requestId }: Reply): unknown {
	const isOk = status >= 200 && status < 300;
	const parsed = parseJson(text);
	if (parsed === undefined)
		throw new ApiError(status, { receivedText: text.slice(0, 100), requestId });
	if (isOk) return parsed;
	throw new ApiError(status, { ...(parsed as ErrorReply), requestId });
}

/** Undefined if the text is not JSON; parsed JSON is never undefined. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

import * as z from 'zod/mini';
import { errorReply } from '#contract/core/schemas.ts';
import type { FuzzRequest } from './arbitrary-requests.ts';
import type { FuzzResponse } from './fuzz-client.ts';

/** Words that only internals use: stack traces, files, SQL, the database's own messages. */
const INTERNAL_DETAILS =
	/\bat .+:\d+:\d+|node_modules|node:internal|\.ts:\d|\bselect [^{}]+ from\b|\binsert into\b|\bupdate [^{}]+ set\b|violates|constraint|syntax error|invalid input syntax|relation "|ECONNREFUSED|ENOENT|(Type|Range|Syntax|Zod|Reference)Error|Invalid input|\[object |prototype of/i;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Finds faults that no response may have, whatever the request was. */
export function findResponseFaults(
	{ method, path }: Pick<FuzzRequest, 'method' | 'path'>,
	response: FuzzResponse,
): string[] {
	const faults: string[] = [];
	const { status, headers, body } = response;
	if (status >= 500 || status < 200) faults.push(`status ${status}`);
	if (headers['x-content-type-options'] !== 'nosniff') faults.push('no nosniff header');
	if (!headers['content-security-policy'] && !path.startsWith('/photos/'))
		faults.push('no content security policy');
	if (status >= 400 && exposesInternals(body.toString()))
		faults.push(`internal details: ${body.toString().slice(0, 1000)}`);
	if (method !== 'HEAD') faults.push(...faultsOfContent(path, response));
	return faults;
}

export const exposesInternals = (text: string) => INTERNAL_DETAILS.test(text);

function faultsOfContent(path: string, response: FuzzResponse): string[] {
	const { status, headers, body } = response;
	const type = headers['content-type'] ?? '';
	if (status === 204 || status === 304) return body.length > 0 ? ['204 or 304 with a body'] : [];
	if (status === 302) return headers.location ? [] : ['302 without a location'];
	if (isApi(path)) return faultsOfData(type, response);
	if (status >= 400 && type.includes('json')) return faultsOfError(type, body);
	return type ? [] : ['no content type'];
}

const isApi = (path: string) => /^\/api([/?]|$)/.test(path) && !path.startsWith('/api/docs');

function faultsOfData(type: string, { status, body }: FuzzResponse): string[] {
	if (status >= 400) return faultsOfError(type, body);
	if (type === 'text/csv; charset=utf-8') return [];
	return type === JSON_TYPE && parsed(body) !== undefined ? [] : [`not JSON: ${type}`];
}

function faultsOfError(type: string, body: Buffer): string[] {
	const { error } = z.safeParse(errorReply, parsed(body));
	if (error) return [`not an error reply: ${body.toString().slice(0, 200)}`];
	return type === JSON_TYPE ? [] : [`an error reply of type ${type}`];
}

function parsed(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString());
	} catch {
		return undefined;
	}
}

import fc from 'fast-check';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { WildBody } from './arbitrary-bodies.ts';
import type { Mounted, Who, WildRequest } from './arbitrary-requests.ts';
import { isObject, type Json, sentFor } from './arbitrary-values.ts';
import { asText, queryOf } from './as-sent.ts';
import { NASTY } from './wild-values.ts';

const PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];
const VALUES = [...NASTY, 0, -1, 2 ** 53, true, null, [], ['\0'], {}, { a: 1 }] as const;
const WHO: Record<Endpoint['auth'], Who> = {
	none: 'nobody',
	'on demand': 'student',
	optional: 'student',
	user: 'student',
	admin: 'administrator',
	super_admin: 'super',
};

/** Every field of every endpoint with each of the texts known to break servers, all other fields being valid. */
export function sweptRequests(mounted: readonly Mounted[]): WildRequest[] {
	return mounted.flatMap(({ endpoint }) =>
		endpoint
			? PARTS.flatMap((part) =>
					namesOf(endpoint, part).flatMap((name) => sweep(endpoint, part, name)),
				)
			: [],
	);
}

/** @returns the field names of a part of the request */
export function namesOf(endpoint: Endpoint, part: Part): string[] {
	if (part === 'params') return [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
	return Object.keys(Object(endpoint[part]?._zod.def).shape ?? {});
}

function sweep(endpoint: Endpoint, part: Part, name: string): WildRequest[] {
	return VALUES.map((value, seed) => {
		const { params, query, body } = { ...validFor(endpoint, seed) };
		Object.assign({ params, query, body }[part], { [name]: value });
		const place = endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
			encodeURIComponent(asText(params[key] ?? '~1~')),
		);
		const { method, auth } = endpoint;
		const search = queryOf(query);
		const path = `/api${place}${search && `?${search}`}`;
		return { who: WHO[auth], method, path, headers: {}, body: bodyOf(endpoint, body) };
	});
}

function validFor(endpoint: Endpoint, seed: number): Record<Part, Json> {
	const sample = (part: Part): Json => {
		const schema = endpoint[part];
		const [value] = schema ? fc.sample(sentFor(schema), { numRuns: 1, seed }) : [];
		return isObject(value) ? { ...value } : {};
	};
	return { params: sample('params'), query: sample('query'), body: sample('body') };
}

function bodyOf({ method, files }: Endpoint, body: Json): WildBody {
	if (method === 'GET') return { kind: 'none' };
	if (!files) return { kind: 'text', type: 'application/json', text: JSON.stringify(body) };
	const parts = Object.entries(body).map(([name, value]) => ({ name, content: asText(value) }));
	return { kind: 'multipart', parts, fault: 'none' };
}

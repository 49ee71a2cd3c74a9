import fc from 'fast-check';
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { FuzzBody } from './arbitrary-bodies.ts';
import type { ClientKind, FuzzRequest, MountedRoute } from './arbitrary-requests.ts';
import { isObject, type Json, validInputFor } from './arbitrary-values.ts';
import { HOSTILE_TEXTS } from './fuzz-values.ts';
import { toQuery, toText } from './request-encoding.ts';

const PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];
const VALUES = [...HOSTILE_TEXTS, 0, -1, 2 ** 53, true, null, [], ['\0'], {}, { a: 1 }] as const;
const CLIENT_BY_AUTH: Record<Endpoint['auth'], ClientKind> = {
	none: 'nobody',
	'on demand': 'student',
	optional: 'student',
	user: 'student',
	admin: 'administrator',
	super_admin: 'super',
};

/** Requests that put each value known to break servers into each field of each endpoint; the other fields are valid. */
export function fieldSweepRequests(routes: readonly MountedRoute[]): FuzzRequest[] {
	return routes.flatMap(({ endpoint }) =>
		endpoint
			? PARTS.flatMap((part) =>
					namesOf(endpoint, part).flatMap((name) => sweepField(endpoint, part, name)),
				)
			: [],
	);
}

/** @returns the field names of a part of the request */
export function namesOf(endpoint: Endpoint, part: Part): string[] {
	if (part === 'params') return [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
	const schema = endpoint[part];
	return schema ? fieldsOf(schema) : [];
}

/** @throws Error for a schema of another type, whose fields would be left out of the sweep */
export function fieldsOf(schema: z.core.$ZodType): string[] {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	if (def.type === 'object') return Object.keys(def.shape);
	if (def.type === 'pipe') return fieldsOf(isTransform(def.in) ? def.out : def.in);
	throw new Error(`The fields of a schema of type ${def.type} are unknown.`);
}

const isTransform = (schema: z.core.$ZodType) => schema._zod.def.type === 'transform';

function sweepField(endpoint: Endpoint, part: Part, name: string): FuzzRequest[] {
	return VALUES.map((value, seed) => {
		const { params, query, body } = { ...validFor(endpoint, seed) };
		Object.assign({ params, query, body }[part], { [name]: value });
		const filledPath = endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
			encodeURIComponent(toText(params[key] ?? '~1~')),
		);
		const { method, auth } = endpoint;
		const search = toQuery(query);
		const path = `/api${filledPath}${search && `?${search}`}`;
		return { who: CLIENT_BY_AUTH[auth], method, path, headers: {}, body: bodyOf(endpoint, body) };
	});
}

function validFor(endpoint: Endpoint, seed: number): Record<Part, Json> {
	const sample = (part: Part): Json => {
		const schema = endpoint[part];
		const [value] = schema ? fc.sample(validInputFor(schema), { numRuns: 1, seed }) : [];
		return isObject(value) ? { ...value } : {};
	};
	return { params: sample('params'), query: sample('query'), body: sample('body') };
}

function bodyOf({ method, files }: Endpoint, body: Json): FuzzBody {
	if (method === 'GET') return { kind: 'none' };
	if (!files) return { kind: 'text', type: 'application/json', text: JSON.stringify(body) };
	const parts = Object.entries(body).map(([name, value]) => ({ name, content: toText(value) }));
	return { kind: 'multipart', parts, fault: 'none' };
}

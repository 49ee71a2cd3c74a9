import fc from 'fast-check';
import type { Auth, Endpoint } from '#contract/core/endpoint.ts';
import { bodiesFor, type FuzzBody } from './arbitrary-bodies.ts';
import { idPlaceholder, inputFor, isObject } from './arbitrary-values.ts';
import { fuzzName, fuzzText } from './fuzz-values.ts';
import { toQuery, toRequestTarget, toText } from './request-encoding.ts';

const CLIENTS = ['nobody', 'student', 'other student', 'administrator', 'super'] as const;
/** Who sends a generated request. */
export type ClientKind = (typeof CLIENTS)[number] | 'made-up token';

/** A request as a hostile or broken client may send it; `~3~` stands for an existing id. */
export interface FuzzRequest {
	who: ClientKind;
	method: string;
	path: string;
	headers: Record<string, string>;
	body: FuzzBody;
}

/** A route; those of the contract have an endpoint. */
export interface MountedRoute {
	method: string;
	url: string;
	endpoint: Endpoint | undefined;
}

/** Valid, nearly valid and random requests for one route. */
export function requestsFor({ method, url, endpoint }: MountedRoute): fc.Arbitrary<FuzzRequest> {
	return fc.record({
		who: callers(endpoint?.auth ?? 'none'),
		method: fc.oneof(
			{ weight: 15, arbitrary: fc.constant(method) },
			{ weight: 1, arbitrary: METHOD },
		),
		path: pathsOf(url, endpoint),
		headers: headers(method),
		body:
			method === 'GET' || method === 'HEAD'
				? fc.constant<FuzzBody>({ kind: 'none' })
				: bodiesFor(endpoint),
	});
}

const METHOD = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND');

const BY_AUTH: Record<Auth, readonly ClientKind[]> = {
	none: ['nobody', 'student'],
	'on demand': ['nobody', 'student', 'other student'],
	optional: ['nobody', 'student', 'other student', 'administrator'],
	user: ['student', 'student', 'other student'],
	admin: ['administrator', 'super'],
	super_admin: ['super'],
};

function callers(auth: Auth): fc.Arbitrary<ClientKind> {
	return fc.oneof(
		{ weight: 8, arbitrary: fc.constantFrom(...BY_AUTH[auth]) },
		{ weight: 1, arbitrary: fc.constantFrom<ClientKind>(...CLIENTS, 'made-up token') },
	);
}

/** Odd suffixes of URLs: malformed queries and other texts. */
const QUERY_SUFFIX = fc.oneof(
	{ weight: 12, arbitrary: fc.constant('') },
	{ weight: 1, arbitrary: fc.constantFrom('&&==', '&%zz=1', '&a=%00', '&a[b]=1', '&a=%ED%A0%80') },
	{ weight: 1, arbitrary: fc.tuple(fuzzName, fuzzText).map(([name, text]) => `&${name}=${text}`) },
);
const PATH_SUFFIX = fc.oneof(
	{ weight: 15, arbitrary: fc.constant('') },
	{ weight: 1, arbitrary: fc.constantFrom('/', '//', '/..', '/%2e%2e', '%00', '%', '%c0', ';a') },
);
const PATH_PREFIX = fc.oneof(
	{ weight: 30, arbitrary: fc.constant('') },
	{ weight: 1, arbitrary: fc.constantFrom('/', '/.', '/%2f', 'http://evil.example') },
);

function pathsOf(url: string, { params, query }: Partial<Endpoint> = {}): fc.Arbitrary<string> {
	const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
	const pathValue = fc.oneof(fuzzText, idPlaceholder);
	const pathValues = params
		? inputFor(params)
		: fc.record(Object.fromEntries(names.map((name) => [name, pathValue])));
	const queryValues = query ? inputFor(query) : fc.constant({});
	return fc
		.tuple(pathValues, queryValues, PATH_PREFIX, PATH_SUFFIX, QUERY_SUFFIX)
		.map(([pathInput, queryInput, prefix, suffix, querySuffix]) => {
			const known = isObject(pathInput) ? pathInput : {};
			// The suffix also stands for the wildcard of a route.
			const filled = url
				.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(toText(known[name])))
				.replace('*', suffix);
			const search = toQuery(queryInput) + querySuffix;
			return toRequestTarget(`${prefix}${filled}${suffix}${search && `?${search}`}`);
		});
}

const headerText = fuzzText.map((text) =>
	text.replace(/[^\t\x20-\x7e\xa0-\xff]/g, '').slice(0, 1000),
);

function headers(method: string): fc.Arbitrary<Record<string, string>> {
	const known: Record<string, fc.Arbitrary<string>> = {
		accept: fc.constantFrom('text/html', 'application/json', '*/*;q=0'),
		'accept-encoding': fc.constantFrom('gzip', 'br', 'deflate', '*;q=0', 'zstd, br;q=x'),
		'accept-language': headerText,
		cookie: fc.oneof(fc.constantFrom('theme=dark', 'theme=%', 'a=b; ='), headerText),
		host: fc.constantFrom('evil.example', '[::1', 'a:99999', 'a@b', '%00', 'ä.example', '..'),
		'if-modified-since': headerText,
		'if-none-match': headerText,
		origin: fc.constantFrom('null', 'https://evil.example', 'file://', 'x'),
		range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1,2-2', 'bytes=a'),
		referer: headerText,
		'user-agent': headerText,
		'x-forwarded-for': headerText,
		'x-forwarded-host': headerText,
		'x-forwarded-proto': headerText,
		'x-http-method-override': METHOD,
		...(method !== 'GET' && {
			'idempotency-key': fc.oneof(fc.uuid(), headerText),
			'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
		}),
	};
	const anyHeader = fc
		.constantFrom(...Object.keys(known))
		.chain((name) => fc.tuple(fc.constant(name), known[name] ?? headerText));
	return fc
		.oneof(
			{ weight: 3, arbitrary: fc.constant([]) },
			{ weight: 1, arbitrary: fc.array(anyHeader, { maxLength: 3 }) },
		)
		.map((pairs) => Object.fromEntries(pairs));
}

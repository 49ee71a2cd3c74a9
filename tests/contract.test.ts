import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { AUTH_WITHOUT_SESSION, type Endpoint, type LimitKind } from '#contract/core/endpoint.ts';
import { declaredErrors, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { actInDeal } from '#contract/deals/endpoints.ts';
import { dealBodies } from '#contract/deals/schemas.ts';
import { LIMITS } from '#server/http/limits.ts';
import { openApp } from '#tests/support/app.ts';
import { LISTENED_EVENTS } from '#tests/support/arbitrary-events.ts';
import { allEndpoints } from '#tests/support/contract-endpoints.ts';

const t = await openApp();
const endpoints = await allEndpoints();

/** The endpoint's path with every parameter set to 1. No entry with that id needs to exist. */
const examplePath = ({ path }: Endpoint) => path.replace(/:\w+/g, '1');

test('the contract declares at least 80 endpoints', () => {
	expect(endpoints.length).toBeGreaterThanOrEqual(80);
});

test.each(endpoints)('the server has a route for $method $path', ({ method, path }) => {
	expect(t.app.hasRoute({ method, url: `/api${path}` })).toBe(true);
});

test.each(endpoints)(
	'$method $path declares who may call the endpoint, and has a summary',
	(endpoint) => {
		expect(['none', 'on demand', 'optional', 'user', 'admin', 'super_admin']).toContain(
			endpoint.auth,
		);
		expect(endpoint.summary.length).toBeGreaterThan(8);
	},
);

const guarded = endpoints.filter(({ auth }) => !AUTH_WITHOUT_SESSION.includes(auth));
const writesWithoutSession = endpoints.filter(
	({ method, auth }) => method !== 'GET' && AUTH_WITHOUT_SESSION.includes(auth),
);

test.each(writesWithoutSession)(
	'$method $path, which needs no session, has a stricter rate limit by IP address than other writes',
	({ limit = 'writing' }) => {
		const perSecond = ({ address, seconds }: (typeof LIMITS)[LimitKind]) => address / seconds;

		expect(perSecond(LIMITS[limit])).toBeLessThan(perSecond(LIMITS.writing));
	},
);

const requestSchemas = [
	...endpoints.flatMap(({ method, path, params, query, body }) =>
		[params, query, body].map((schema) => [`${method} ${path}`, schema] as const),
	),
	...Object.entries(dealBodies),
	...LISTENED_EVENTS,
];

test.each(requestSchemas)(
	'%s refuses every list for its length before reading an element',
	(_, schema) => {
		if (schema && schema !== actInDeal.body) expect(countReadLists(schema)).toBe(0);
	},
);

test('a refusal names at most 20 invalid fields', async () => {
	const body = { action: 'ban', userIds: new Array(100).fill('x') };

	const res = await t.as(await t.admin()).post('/admin/users/bulk', body);

	expect(res.json().issues).toHaveLength(20);
});

/** How many lists and records in a schema read an element before they refuse 10,000 of them. */
function countReadLists(schema: z.core.$ZodType): number {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	if (def.type === 'pipe') {
		const isLimited = isListLike(def.out) && !readsElements(schema);
		return (
			countReadLists(def.in) + (isLimited ? countReadElements(def.out) : countReadLists(def.out))
		);
	}
	if (isListLike(schema)) return 1 + countReadElements(schema);
	if (def.type === 'object') {
		expect(def.catchall, 'fields that the schema does not name').toBeUndefined();
		return sum(Object.values(def.shape));
	}
	if (def.type === 'union') return sum(def.options);
	return 'innerType' in def ? countReadLists(def.innerType) : 0;
}

const sum = (schemas: readonly z.core.$ZodType[]) =>
	schemas.reduce((count, schema) => count + countReadLists(schema), 0);
const isListLike = (schema: z.core.$ZodType) =>
	['array', 'record', 'tuple', 'set', 'map'].includes(schema._zod.def.type);

function countReadElements(schema: z.core.$ZodType): number {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	if (def.type === 'array') return countReadLists(def.element);
	if (def.type === 'record') return countReadLists(def.valueType);
	throw new Error(`Nothing checks the elements of a ${def.type}.`);
}

function readsElements(schema: z.core.$ZodType): boolean {
	let isRead = false;
	const element = {
		enumerable: true,
		get() {
			isRead = true;
			return 0;
		},
	};
	const entries = new Array(10_000).fill(0);
	const record = Object.defineProperty({ ...entries }, 'first', element);
	const list = Object.defineProperty(entries, 0, element);
	return z.safeParse(schema, list).success || z.safeParse(schema, record).success || isRead;
}

const callers: [string, string | undefined][] = [
	['a request without a token', undefined],
	['a made-up token', 'Bearer abc.def.ghi'],
	['an empty token', 'Bearer '],
	['a password instead of a token', 'Basic YTpi'],
];

test.each(
	guarded.flatMap((endpoint) =>
		callers.map(([who, authorization]) => ({ ...endpoint, endpoint, who, authorization })),
	),
)('$method $path refuses $who before checking the body', async ({ endpoint, authorization }) => {
	const res = await t.app.inject({
		method: endpoint.method,
		url: `/api${examplePath(endpoint)}`,
		headers: { ...(authorization && { authorization }), 'content-type': 'application/json' },
		...(endpoint.method !== 'GET' && { payload: '{"broken' }),
	});

	expect(res.statusCode).toBe(401);
	expect(res.json()).toEqual({
		success: false,
		...(endpoint.signInError ?? REQUEST_ERRORS.signIn),
	});
});

const userEndpoints = endpoints.filter(({ auth }) => auth === 'user');

test.each(userEndpoints)(
	'$method $path refuses a session that has been ended',
	async (endpoint) => {
		const student = await t.student();
		await t.as(student).post('/auth/logout');

		const res = await t
			.as(student)
			.call(
				endpoint.method,
				examplePath(endpoint),
				endpoint.method === 'GET' ? {} : { payload: {} },
			);

		expect(res.statusCode).toBe(401);
	},
);

test('the OpenAPI document has every endpoint, and says whether the endpoint needs a session', async () => {
	const res = await t.app.inject('/api/docs/json');

	expect(res.statusCode).toBe(200);
	const { paths } = res.json();
	for (const { method, path, auth } of endpoints) {
		const documented = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
		expect(documented, `${method} ${path}`).toBeDefined();
		expect('security' in documented).toBe(!AUTH_WITHOUT_SESSION.includes(auth));
	}
});

test('the API documentation names every realtime event that the server or a page sends', async () => {
	const { description } = (await t.app.inject('/api/docs/json')).json().info;

	// `error` is raised by the client library when its connection fails: neither the server nor a page sends it.
	const { error: _, ...sent } = CHAT_EVENTS;
	for (const name of [...Object.values(sent), ...Object.values(REALTIME_EVENTS)]) {
		expect(description).toContain(`\`${name}\``);
	}
});

test('the API documentation page opens', async () => {
	const res = await t.app.inject('/api/docs');

	expect(res.statusCode).toBe(200);
	expect(res.headers['content-type']).toContain('text/html');
});

test('no two errors of the API have the same code or the same message', () => {
	const codes = declaredErrors.map(({ code }) => code);
	const sentences = declaredErrors.flatMap(({ message }) => message ?? []);

	expect(new Set(codes).size).toBe(codes.length);
	expect(new Set(sentences).size).toBe(sentences.length);
	expect(codes.length).toBeGreaterThan(100);
});

import { vi } from 'vitest';
import * as z from 'zod/mini';
import {
	AUTH_WITHOUT_SESSION,
	type Endpoint,
	type Parsed,
	type SchemaInput,
} from '#contract/core/endpoint.ts';
import { type DeclaredError, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { errorReply } from '#contract/core/schemas.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { fakeRealtime } from './fake-realtime.ts';
import { interceptRequests, type SentRequest } from './fake-transport.ts';
import { sample } from './sample.ts';

/** A request as the server reads it. */
export interface ApiRequest<E extends Endpoint = Endpoint> {
	params: Parsed<E['params']>;
	query: Parsed<E['query']>;
	body: Parsed<E['body']>;
	files: readonly File[];
	headers: Headers;
}

type Reply<E extends Endpoint> = Partial<SchemaInput<E['reply']>> | Response | Error;
/**
 * A reply by the contract, whose fields may be left out if `sample` does for them, a refusal (`refuse`), or a failure of
 * the connection (`NO_CONNECTION`).
 */
type Answer<E extends Endpoint> =
	| Reply<E>
	| ((request: ApiRequest<E>) => Reply<E> | Promise<Reply<E>>);

interface Stub {
	endpoint: Endpoint;
	/** Undefined until a test sets it. */
	answer: unknown;
	requests: ApiRequest[];
	/** Answers are held back until this resolves. */
	released: Promise<void> | undefined;
	/** True while requests are handled but their answers are lost. */
	isLossy: boolean;
}

/** What fetch throws without a connection. */
export const NO_CONNECTION = new TypeError('Failed to fetch');

let stubs = new Map<string, Stub>();
let faults: string[] = [];
let isOnline = true;
/** Uploads that failed without a connection. Pages send them again by themselves. */
const failedUploads = new Set<string>();
/** Resolved at the end of the test, which ends the requests that are still held. */
let testEnd = Promise.withResolvers<void>();

/**
 * Answers the pages' calls in place of the server, by the endpoints of the contract. Requests and replies that are not
 * as in the contract fail the test, and so do calls without an answer.
 */
export const fakeApi = {
	/** Sets the endpoint's answer from here on; a sample of its reply if none is given. */
	answer<E extends Endpoint>(endpoint: E, answer?: NoInfer<Answer<E>>): void {
		stubOf(endpoint).answer = answer ?? {};
	},

	/** Sets the endpoint's answer unless the test has set one. */
	answerByDefault<E extends Endpoint>(endpoint: E, answer?: NoInfer<Answer<E>>): void {
		stubOf(endpoint).answer ??= answer ?? {};
	},

	/** Holds back the endpoint's answers from here on. @returns a function that releases them */
	hold(endpoint: Endpoint): () => void {
		const { promise, resolve } = Promise.withResolvers<void>();
		const stub = stubOf(endpoint);
		stub.released = promise;
		return () => {
			stub.released = undefined;
			resolve();
		};
	},

	/** From here on, requests are handled but their answers are lost. @returns a function that ends this */
	loseAnswers(endpoint: Endpoint): () => void {
		const stub = stubOf(endpoint);
		stub.isLossy = true;
		return () => {
			stub.isLossy = false;
		};
	},

	/** The requests so far, in their order. */
	requests<E extends Endpoint>(endpoint: E): readonly ApiRequest<E>[] {
		return stubOf(endpoint).requests as ApiRequest<E>[];
	},

	/** Cuts the connection, and fires the browser's `offline` event. */
	goOffline(): void {
		isOnline = false;
		fakeRealtime.disconnect();
		window.dispatchEvent(new Event('offline'));
	},

	goOnline(): void {
		isOnline = true;
		fakeRealtime.reconnect();
		window.dispatchEvent(new Event('online'));
	},

	/** The violations of the contract so far. */
	faults: (): readonly string[] => [...faults, ...fakeRealtime.faults()],

	/**
	 * Resets everything for the next test. Unanswered requests, and uploads that wait for a connection, are refused;
	 * otherwise pages would send them again during a later test.
	 */
	async reset(): Promise<void> {
		stubs = new Map();
		testEnd.resolve();
		testEnd = Promise.withResolvers();
		fakeApi.goOnline();
		const allAreSent = () => failedUploads.size === 0;
		// The wait may time out, because a cancelled upload is not sent again.
		await vi.waitUntil(allAreSent, { timeout: 500, interval: 10 }).catch(() => undefined);
		await new Promise((resolve) => setTimeout(resolve));
		failedUploads.clear();
		fakeRealtime.reset();
		faults = [];
	},
};

/**
 * A refusal by the server.
 * @param details further fields of the body, such as `issues`
 */
export function refuse(
	status: number,
	{ code, message }: DeclaredError,
	details: Record<string, unknown> = {},
): Response {
	const body = { success: false, code, message, ...details };
	z.parse(errorReply, body);
	return Response.json(body, { status });
}

Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
interceptRequests(async (request) => {
	const upload = request.url.pathname + request.headers.get('idempotency-key');
	failedUploads.delete(upload);
	const refusal = testEnd.promise.then(() => refuse(404, REQUEST_ERRORS.notFound));
	try {
		return await Promise.race([respond(request), refusal]);
	} catch (error) {
		if (request.body instanceof FormData) failedUploads.add(upload);
		throw error;
	}
});

async function respond(request: SentRequest): Promise<Response> {
	if (!isOnline || !request.url.pathname.startsWith('/api/')) throw NO_CONNECTION;
	const stub = findStub(request);
	if (stub?.answer === undefined) return refuseUnexpected(request);
	const { endpoint } = stub;
	const parsed = parseRequest(endpoint, request);
	stub.requests.push(parsed);
	await stub.released;
	if (!isOnline) throw NO_CONNECTION;
	if (!request.headers.has('authorization') && !AUTH_WITHOUT_SESSION.includes(endpoint.auth))
		return refuse(401, endpoint.signInError ?? REQUEST_ERRORS.signIn);
	const { answer } = stub;
	const reply = typeof answer === 'function' ? await answer(parsed) : answer;
	if (reply instanceof Error) throw reply;
	if (stub.isLossy) throw NO_CONNECTION;
	return reply instanceof Response ? reply.clone() : serialize(endpoint, reply);
}

/**
 * Refuses a request without a set answer, and fails the test. A late request of the previous test does not fail this
 * one: such a request has another session, or comes before this test has set any answer.
 */
function refuseUnexpected({ method, url, headers }: SentRequest): Response {
	const token = readCredentials()?.token;
	const isOfSession =
		headers.get('authorization') === (token === undefined ? null : `Bearer ${token}`);
	if (isOfSession && stubs.size > 0) faults.push(`Unexpected call: ${method} ${url.pathname}`);
	return refuse(404, REQUEST_ERRORS.notFound);
}

function stubOf(endpoint: Endpoint): Stub {
	const key = `${endpoint.method} ${endpoint.path}`;
	const unused = { answer: undefined, requests: [], released: undefined, isLossy: false };
	const stub: Stub = stubs.get(key) ?? { endpoint, ...unused };
	stubs.set(key, stub);
	return stub;
}

/** Of several matching paths the one with the fewest parameters counts: `/items/count` before `/items/:id`. */
function findStub({ method, url }: SentRequest): Stub | undefined {
	return [...stubs.values()]
		.filter(({ endpoint }) => endpoint.method === method && paramsOf(endpoint, url))
		.sort((one, other) => countParams(one.endpoint) - countParams(other.endpoint))[0];
}

function countParams({ path }: Endpoint): number {
	return path.split(':').length;
}

/** The parameters in a path; undefined for the path of another endpoint. */
function paramsOf({ path }: Endpoint, { pathname }: URL): Record<string, string> | undefined {
	const pattern = path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
	const match = new RegExp(`^/api${pattern}$`).exec(pathname);
	const entries = Object.entries(match?.groups ?? {});
	return match
		? Object.fromEntries(entries.map(([name, text]) => [name, decodeURIComponent(text)]))
		: undefined;
}

function parseRequest(endpoint: Endpoint, { url, headers, body }: SentRequest): ApiRequest {
	const query = Object.fromEntries(url.searchParams);
	const fields = body instanceof FormData ? [...body] : [];
	const texts = Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
	return {
		params: parse(endpoint, 'params', paramsOf(endpoint, url)),
		query: parse(endpoint, 'query', query),
		body: parse(endpoint, 'body', typeof body === 'string' ? JSON.parse(body) : texts),
		files: fields.map(([, value]) => value).filter((value) => value instanceof File),
		headers,
	} as ApiRequest;
}

function serialize(endpoint: Endpoint, reply: unknown): Response {
	const { status = 200, download } = endpoint;
	const isObject = (endpoint.reply as z.core.$ZodTypes)._zod.def.type === 'object';
	const complete = isObject ? sample(endpoint.reply, reply as object) : reply;
	const content = parse(endpoint, 'reply', complete);
	return download ? new Response(String(content), { status }) : Response.json(content, { status });
}

function parse(endpoint: Endpoint, part: 'params' | 'query' | 'body' | 'reply', value: unknown) {
	const schema = endpoint[part];
	if (!schema) return undefined;
	const { data, error } = z.safeParse(schema, value);
	if (error) faults.push(`${endpoint.method} ${endpoint.path}: ${part} ${z.prettifyError(error)}`);
	return data;
}

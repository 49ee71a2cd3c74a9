import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

interface FetchEvent {
	request: Request;
	clientId: string;
	resultingClientId: string;
	respondWith: (response: Promise<Response>) => void;
	waitUntil: (promise: Promise<unknown>) => void;
}

interface MessageEvent {
	data: unknown;
	source: { id: string; postMessage: (data: unknown) => void };
	waitUntil: (promise: Promise<void>) => void;
}

/** The event `install` or `activate`. */
interface LifecycleEvent {
	waitUntil: (promise: Promise<void>) => void;
}

const ORIGIN = 'https://market.invalid';
/** Scripts of the current version. */
const [HOME_SCRIPT, CHAT_SCRIPT] = ['/assets/home-2.js', '/assets/chat-2.js'];
const app = new Map<string, Response>();
const seen = new Map<string, Response>();
const urlOf = (request: Request | string) =>
	typeof request === 'string' ? new URL(request, ORIGIN).href : request.url;
const fakeCache = (entries: Map<string, Response>) => ({
	put: async (request: Request | string, response: Response) =>
		void entries.set(urlOf(request), response),
	match: async (request: Request) => entries.get(request.url)?.clone(),
	addAll: async (paths: string[]) => {
		const fetched = paths.map(async (path) => [urlOf(path), await fetch(path)] as const);
		for (const [url, response] of await Promise.all(fetched)) entries.set(url, response);
	},
	delete: async (request: Request) => entries.delete(request.url),
	keys: async () => [...entries.keys()].map((url) => new Request(url)),
});
const caches = {
	open: async (name: string) => fakeCache(name === 'app' ? app : seen),
	match: async (request: Request | string) =>
		(seen.get(urlOf(request)) ?? app.get(urlOf(request)))?.clone(),
};
const fetchMock = vi.fn<(request: Request, init?: RequestInit) => Promise<Response>>();
let dispatchFetch: (event: FetchEvent) => void;
let dispatchMessage: (event: MessageEvent) => void;
let install: (event: LifecycleEvent) => void;
let activate: (event: LifecycleEvent) => void;
/** The messages sent to the page. */
const postMessageMock = vi.fn<(data: unknown) => void>();
let openPages = ['page'];
const clientWithId = (id: string) => ({ id, postMessage: postMessageMock });

beforeAll(async () => {
	vi.stubGlobal('self', {
		location: { origin: ORIGIN },
		addEventListener: (type: string, listener: never) => {
			if (type === 'fetch') dispatchFetch = listener;
			if (type === 'message') dispatchMessage = listener;
			if (type === 'install') install = listener;
			if (type === 'activate') activate = listener;
		},
		skipWaiting: async () => undefined,
		clients: { matchAll: async () => openPages.map(clientWithId), claim: async () => undefined },
	});
	vi.stubGlobal('caches', caches);
	vi.stubGlobal('fetch', fetchMock);
	vi.stubGlobal('__APP_FILES__', [HOME_SCRIPT, CHAT_SCRIPT]);
	await import('./service-worker.ts');
});

afterAll(() => {
	vi.unstubAllGlobals();
});

beforeEach(() => {
	app.clear();
	seen.clear();
	fetchMock.mockReset();
	postMessageMock.mockReset();
	openPages = ['page'];
});

function fetchThroughWorker(
	path: string,
	clientId = 'page',
	request = new Request(`${ORIGIN}${path}`),
): Promise<Response> {
	return new Promise((resolve, reject) => {
		dispatchFetch({
			request,
			clientId,
			resultingClientId: '',
			respondWith: (response) => response.then(resolve, reject),
			waitUntil: () => undefined,
		});
	});
}

/** A request for a page, which a script cannot make. */
function navigation(path: string): Request {
	const request = new Request(`${ORIGIN}${path}`);
	Object.defineProperty(request, 'mode', { value: 'navigate' });
	return request;
}

/** A response of the server with a date. */
const responseDated = (date: string) => new Response('whole', { headers: { date } });
const [MONDAY, TUESDAY] = ['Mon, 09 Nov 2026 08:00:00 GMT', 'Tue, 10 Nov 2026 08:00:00 GMT'];

function truncatedResponse(): Response {
	const body = new ReadableStream({
		start(controller) {
			controller.enqueue(new TextEncoder().encode('{"data":'));
			controller.error(new TypeError('terminated'));
		},
	});
	return new Response(body);
}

describe('Service worker on an unstable connection', () => {
	test('a script that fails to load is retried before the page gets an error', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
		fetchMock.mockResolvedValueOnce(new Response('part'));

		const response = fetchThroughWorker('/assets/side-menu-1.js');
		await vi.runAllTimersAsync();

		expect(await (await response).text()).toBe('part');
	});

	test('a truncated response is replaced by the complete cached response', async () => {
		fetchMock.mockResolvedValueOnce(new Response('whole'));
		await fetchThroughWorker('/api/item/list-items');
		fetchMock.mockResolvedValueOnce(truncatedResponse());

		const response = await fetchThroughWorker('/api/item/list-items');

		expect(await response.text()).toBe('whole');
	});

	test('after the server has answered 404 for an item, the item is no longer served from the cache', async () => {
		fetchMock.mockResolvedValueOnce(new Response('on sale'));
		await fetchThroughWorker('/api/item/get-item-details/7');
		fetchMock.mockResolvedValueOnce(new Response('gone', { status: 404 }));
		await fetchThroughWorker('/api/item/get-item-details/7');
		fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));

		await expect(fetchThroughWorker('/api/item/get-item-details/7')).rejects.toThrow(
			'Failed to fetch',
		);
	});
});

/** A response of which only the first parts have arrived. */
function unfinishedResponse() {
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
	const writer = writable.getWriter();
	const arrive = (part: string) => void writer.write(new TextEncoder().encode(part));
	return { response: new Response(readable), arrive, end: () => void writer.close() };
}

describe('Service worker on a network that stalls in the middle of a response', () => {
	beforeEach(() => void vi.useFakeTimers());

	test.each([
		['an API response', new Request(`${ORIGIN}/api/items?q=desk`)],
		['a page', navigation('/rules')],
	])('%s that stalls is replaced by the cached copy within 10 seconds', async (_, request) => {
		const fetchAgain = () => fetchThroughWorker(request.url, 'slow page', request);
		fetchMock.mockResolvedValueOnce(responseDated(TUESDAY));
		await fetchAgain();
		const { response, arrive } = unfinishedResponse();
		arrive('{"data":');
		fetchMock.mockResolvedValueOnce(response);

		const served = fetchAgain();
		await vi.advanceTimersByTimeAsync(10_000);

		expect(await (await served).text()).toBe('whole');
	});

	test('without a cached copy, the worker waits for the rest of the response', async () => {
		const { response, arrive, end } = unfinishedResponse();
		fetchMock.mockResolvedValueOnce(response);

		const served = fetchThroughWorker('/api/items?q=coat');
		arrive('la');
		await vi.advanceTimersByTimeAsync(60_000);
		arrive('te');
		end();

		expect(await (await served).text()).toBe('late');
	});
});

describe('Service worker on a network without responses', () => {
	beforeEach(() => void vi.useFakeTimers());

	test('on a network without responses, a cached copy is served within 10 seconds, and the page receives the copy’s date', async () => {
		fetchMock.mockResolvedValueOnce(responseDated(TUESDAY));
		await fetchThroughWorker('/api/items?q=coat');
		fetchMock.mockReturnValueOnce(new Promise(() => undefined));

		const response = fetchThroughWorker('/api/items?q=coat');
		await vi.advanceTimersByTimeAsync(10_000);

		expect(await (await response).text()).toBe('whole');
		const copy = { address: '/api/items?q=coat', seenAt: Date.parse(TUESDAY) };
		expect(postMessageMock.mock.calls).toEqual([[copy]]);
	});

	test('without a cached copy, the worker waits for the response', async () => {
		const answer = Promise.withResolvers<Response>();
		fetchMock.mockReturnValueOnce(answer.promise);

		const response = fetchThroughWorker('/api/items?q=coat');
		await vi.advanceTimersByTimeAsync(60_000);
		answer.resolve(new Response('late'));

		expect(await (await response).text()).toBe('late');
	});

	test('the request for an uncached script fails after 30 seconds without a retry', async () => {
		fetchMock.mockImplementation(rejectWhenAborted);

		const response = fetchThroughWorker('/assets/side-menu-1.js');
		const failure = expect(response).rejects.toThrow('does not answer');
		await vi.advanceTimersByTimeAsync(30_000);

		await failure;
		expect(fetchMock).toHaveBeenCalledOnce();
	});
});

describe('Service worker behind a proxy that cannot reach the server', () => {
	const pageId = 'behind a proxy';
	beforeEach(() => void openPages.push(pageId));
	const proxyError = (status: number) =>
		new Response('<h1>Bad Gateway</h1>', { status, headers: { 'content-type': 'text/html' } });

	test.each([
		['an API response', 502, new Request(`${ORIGIN}/api/items?q=lamp`)],
		['a page', 504, navigation('/about')],
	])(
		'when a proxy answers with an error in place of %s, the cached copy is served, and the page receives the copy’s date',
		async (_, status, request) => {
			fetchMock.mockResolvedValueOnce(responseDated(TUESDAY));
			await fetchThroughWorker(request.url, pageId, request);
			fetchMock.mockResolvedValueOnce(proxyError(status));

			const response = await fetchThroughWorker(request.url, pageId, request);

			expect(await response.text()).toBe('whole');
			const address = request.url.replace(ORIGIN, '');
			const copy = { address, seenAt: Date.parse(TUESDAY) };
			expect(postMessageMock.mock.calls).toEqual([[copy]]);
		},
	);

	test('without a cached copy, the page receives the proxy’s error', async () => {
		fetchMock.mockResolvedValueOnce(proxyError(503));

		expect((await fetchThroughWorker('/api/items?q=lamp', pageId)).status).toBe(503);
	});

	test('an error of the server itself, such as during maintenance, reaches the page although there is a cached copy', async () => {
		fetchMock.mockResolvedValueOnce(responseDated(TUESDAY));
		await fetchThroughWorker('/api/items?q=lamp', pageId);
		fetchMock.mockResolvedValueOnce(Response.json({ maintenance: true }, { status: 503 }));

		expect((await fetchThroughWorker('/api/items?q=lamp', pageId)).status).toBe(503);
	});
});

function rejectWhenAborted(_: Request, init?: RequestInit): Promise<never> {
	return new Promise((_, reject) => {
		init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
	});
}

test('an uncached page that opens offline from the cached home page does not contain the home page’s items', async () => {
	const answers = {
		'/api/catalogue/categories': [{ name: 'Books' }],
		'/api/item/get-all-items': [7],
	};
	const html = `<script type="application/json" id="first-answers">${JSON.stringify(answers)}</script><p>Home</p>`;
	app.set(`${ORIGIN}/`, new Response(html, { headers: { 'content-type': 'text/html' } }));
	fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));

	const text = await (await fetchThroughWorker('/rules', 'page', navigation('/rules'))).text();

	expect(text).toContain('"/api/catalogue/categories"');
	expect(text).not.toContain('all-items');
	expect(text).toContain('<p>Home</p>');
});

describe('Messages of the service worker to a page', () => {
	async function visitOnline(path: string, date: string) {
		fetchMock.mockResolvedValueOnce(responseDated(date));
		await fetchThroughWorker(path);
	}

	async function visitOffline(path: string, pageId?: string) {
		fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
		await fetchThroughWorker(path, pageId);
	}

	const [LISTING, ITEM] = ['/api/items?q=coat', '/api/item/get-item-details/7'];
	const listing = { address: LISTING, seenAt: Date.parse(TUESDAY) };
	const item = { address: ITEM, seenAt: Date.parse(MONDAY) };

	test('the page receives the date of each cached copy served, and a message when the network replaces a copy', async () => {
		await visitOnline(LISTING, TUESDAY);
		await visitOnline(ITEM, MONDAY);
		expect(postMessageMock).not.toHaveBeenCalled();

		await visitOffline(LISTING);
		await visitOffline(ITEM);
		await visitOnline(LISTING, TUESDAY);
		await visitOnline(LISTING, TUESDAY);

		const data = postMessageMock.mock.calls.map(([copy]) => copy);
		expect(data).toEqual([listing, item, { address: LISTING }]);
	});

	test.each(['Forget', 'how old?', { data: 'forget' }, ['keep the app'], 7, null])(
		'a message that is none of the worker’s fixed words, such as %j, has no effect and gets no answer',
		async (data) => {
			await visitOnline(ITEM, MONDAY);
			await visitOffline(ITEM);
			const [waitUntil, reply] = [vi.fn(), vi.fn()];

			dispatchMessage({ data, source: { id: 'page', postMessage: reply }, waitUntil });

			expect(waitUntil).not.toHaveBeenCalled();
			expect(reply).not.toHaveBeenCalled();
		},
	);
});

function completionOf(dispatch: (event: LifecycleEvent) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		dispatch({ waitUntil: (promise) => void promise.then(resolve, reject) });
	});
}

describe('Installation of a service worker version', () => {
	const HOME_PAGE = `<script src="${HOME_SCRIPT}"></script>`;
	const answer = async (address: string) => new Response(address === '/' ? HOME_PAGE : 'script');

	test('the service worker stores the home page after all files that the page needs', async () => {
		fetchMock.mockImplementation((request) => answer(String(request)));

		await completionOf(install);

		const order = [HOME_SCRIPT, '/icon.svg', '/'].map((path) => urlOf(path));
		expect([...app.keys()]).toEqual(order);
		expect(await app.get(urlOf('/'))?.text()).toBe(HOME_PAGE);
	});

	test('an interrupted installation of the service worker leaves the home page of the previous version in the cache', async () => {
		app.set(urlOf('/'), new Response('before'));
		fetchMock.mockImplementation(async (request) => {
			if (String(request) === HOME_SCRIPT) throw new TypeError('Failed to fetch');
			return answer(String(request));
		});

		await expect(completionOf(install)).rejects.toThrow('Failed to fetch');

		expect(await app.get(urlOf('/'))?.text()).toBe('before');
	});
});

describe('Caching of the app’s scripts by the service worker', () => {
	const cacheApp = () =>
		completionOf((event) =>
			dispatchMessage({ data: 'keep the app', source: clientWithId('page'), ...event }),
		);
	const ofType = (type: string) => new Response('', { headers: { 'content-type': type } });
	const cacheScript = (path: string) => app.set(ORIGIN + path, ofType('text/javascript'));
	const cachedPaths = () => [...app.keys(), ...seen.keys()].map((url) => url.replace(ORIGIN, ''));

	test('on request of a page, the service worker fetches missing scripts, and no script twice', async () => {
		cacheScript(HOME_SCRIPT);
		fetchMock.mockImplementation(async () => new Response('script'));

		await cacheApp();
		await cacheApp();

		expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([CHAT_SCRIPT]);
		expect(cachedPaths()).toEqual([HOME_SCRIPT, CHAT_SCRIPT]);
	});

	test('after a connection loss, the next request of a page continues the caching of scripts, and no error response is stored', async () => {
		fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
		await cacheApp();
		fetchMock.mockReset();
		fetchMock.mockImplementation(async () => new Response('gone', { status: 404 }));
		await cacheApp();
		expect(cachedPaths()).toEqual([]);

		fetchMock.mockImplementation(async () => new Response('script'));
		await cacheApp();

		expect(cachedPaths()).toEqual([HOME_SCRIPT, CHAT_SCRIPT]);
	});

	test('the activation of a service worker deletes scripts and pages of other versions, but keeps API responses', async () => {
		for (const path of [HOME_SCRIPT, '/assets/home-1.js']) cacheScript(path);
		seen.set(`${ORIGIN}/item/7`, ofType('text/html; charset=utf-8'));
		seen.set(`${ORIGIN}/api/item/get-item-details/7`, ofType('application/json'));

		await completionOf(activate);

		expect(cachedPaths()).toEqual([HOME_SCRIPT, '/api/item/get-item-details/7']);
	});
});

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

interface FetchEvent {
	request: Request;
	clientId: string;
	resultingClientId: string;
	respondWith: (answer: Promise<Response>) => void;
}

interface MessageEvent {
	data: unknown;
	source: { id: string; postMessage: (said: unknown) => void };
	waitUntil: (work: Promise<void>) => void;
}

interface ActivateEvent {
	waitUntil: (work: Promise<void>) => void;
}

const MARKET = 'https://market.invalid';
/** Scripts of the current version. */
const [HOME_SCRIPT, CHAT_SCRIPT] = ['/assets/home-2.js', '/assets/chat-2.js'];
const app = new Map<string, Response>();
const seen = new Map<string, Response>();
const addressOf = (request: Request | string) =>
	typeof request === 'string' ? new URL(request, MARKET).href : request.url;
const cacheOf = (kept: Map<string, Response>) => ({
	put: async (request: Request | string, response: Response) =>
		void kept.set(addressOf(request), response),
	match: async (request: Request) => kept.get(request.url)?.clone(),
	delete: async (request: Request) => kept.delete(request.url),
	keys: async () => [...kept.keys()].map((url) => new Request(url)),
});
const caches = {
	open: async (name: string) => cacheOf(name === 'app' ? app : seen),
	match: async (request: Request | string) =>
		(seen.get(addressOf(request)) ?? app.get(addressOf(request)))?.clone(),
};
const fromLine = vi.fn<(request: Request) => Promise<Response>>();
let hearFetch: (event: FetchEvent) => void;
let hearMessage: (event: MessageEvent) => void;
let activate: (event: ActivateEvent) => void;
/** The messages sent to the page. */
const told = vi.fn<(said: unknown) => void>();
let openPages = ['page'];
const pageOf = (id: string) => ({ id, postMessage: told });

beforeAll(async () => {
	vi.stubGlobal('self', {
		location: { origin: MARKET },
		addEventListener: (type: string, listener: never) => {
			if (type === 'fetch') hearFetch = listener;
			if (type === 'message') hearMessage = listener;
			if (type === 'activate') activate = listener;
		},
		clients: { matchAll: async () => openPages.map(pageOf), claim: async () => undefined },
	});
	vi.stubGlobal('caches', caches);
	vi.stubGlobal('fetch', fromLine);
	vi.stubGlobal('__APP_FILES__', [HOME_SCRIPT, CHAT_SCRIPT]);
	await import('./service-worker.ts');
});

afterAll(() => {
	vi.unstubAllGlobals();
});

beforeEach(() => {
	app.clear();
	seen.clear();
	fromLine.mockReset();
	told.mockReset();
	openPages = ['page'];
});

function ask(path: string, clientId = 'page'): Promise<Response> {
	return new Promise((resolve, reject) => {
		const request = new Request(`${MARKET}${path}`);
		hearFetch({
			request,
			clientId,
			resultingClientId: '',
			respondWith: (answer) => answer.then(resolve, reject),
		});
	});
}

/** A response of the server with a date. */
const answeredAt = (date: string) => new Response('whole', { headers: { date } });
const [MONDAY, TUESDAY] = ['Mon, 09 Nov 2026 08:00:00 GMT', 'Tue, 10 Nov 2026 08:00:00 GMT'];

function brokenOff(): Response {
	const body = new ReadableStream({
		start(controller) {
			controller.enqueue(new TextEncoder().encode('{"data":'));
			controller.error(new TypeError('terminated'));
		},
	});
	return new Response(body);
}

describe('on an unstable connection', () => {
	test('a script that fails to load is retried before the page gets an error', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		fromLine.mockRejectedValueOnce(new TypeError('Failed to fetch'));
		fromLine.mockResolvedValueOnce(new Response('part'));

		const answer = ask('/assets/side-menu-1.js');
		await vi.runAllTimersAsync();
		vi.useRealTimers();

		expect(await (await answer).text()).toBe('part');
	});

	test('a truncated response is replaced by the complete cached one', async () => {
		fromLine.mockResolvedValueOnce(new Response('whole'));
		await ask('/api/item/list-items');
		fromLine.mockResolvedValueOnce(brokenOff());

		const answer = await ask('/api/item/list-items');

		expect(await answer.text()).toBe('whole');
	});

	test('an item that the server answered with 404 is not served from the cache', async () => {
		fromLine.mockResolvedValueOnce(new Response('on sale'));
		await ask('/api/item/get-item-details/7');
		fromLine.mockResolvedValueOnce(new Response('gone', { status: 404 }));
		await ask('/api/item/get-item-details/7');
		fromLine.mockRejectedValueOnce(new TypeError('Failed to fetch'));

		await expect(ask('/api/item/get-item-details/7')).rejects.toThrow('Failed to fetch');
	});
});

describe('a page gets messages', () => {
	async function see(path: string, date: string) {
		fromLine.mockResolvedValueOnce(answeredAt(date));
		await ask(path);
	}

	async function seeAgain(path: string, pageId?: string) {
		fromLine.mockRejectedValueOnce(new TypeError('Failed to fetch'));
		await ask(path, pageId);
	}

	/** The answers to a page that asks for the age of its copies. */
	function hear(id: string) {
		const answered = vi.fn();
		const source = { id, postMessage: answered };
		hearMessage({ data: 'how old', source, waitUntil: () => undefined });
		return answered.mock.calls.map(([copy]) => copy);
	}

	const [LISTING, ITEM] = ['/api/items?q=coat', '/api/item/get-item-details/7'];
	const listing = { address: LISTING, seenAt: Date.parse(TUESDAY) };
	const item = { address: ITEM, seenAt: Date.parse(MONDAY) };

	test('with the age of each copy it is served, and when a copy is replaced from the network', async () => {
		await see(LISTING, TUESDAY);
		await see(ITEM, MONDAY);
		expect(told).not.toHaveBeenCalled();

		await seeAgain(LISTING);
		await seeAgain(ITEM);
		await see(LISTING, TUESDAY);
		await see(LISTING, TUESDAY);

		const said = told.mock.calls.map(([copy]) => copy);
		expect(said).toEqual([listing, item, { address: LISTING }]);
	});

	test('about all its copies when it asks for them', async () => {
		await see(ITEM, MONDAY);
		await see(LISTING, TUESDAY);
		await seeAgain(ITEM);
		await seeAgain(LISTING);

		expect([hear('page'), hear('another')]).toEqual([[item, listing], []]);
	});

	test('about its copies even if other pages opened and closed while it was loading', async () => {
		await see(ITEM, MONDAY);
		await seeAgain(ITEM, 'on its way');

		await seeAgain(ITEM);
		openPages = ['on its way'];

		expect(hear('on its way')).toEqual([item]);
	});

	test('about no copies once it was closed, because its records are dropped', async () => {
		await see(ITEM, MONDAY);
		openPages = ['closed', 'page'];
		await seeAgain(ITEM, 'closed');
		openPages = ['page'];

		await seeAgain(ITEM);

		await expect.poll(() => hear('closed')).toEqual([]);
	});

	test('about no photos, because they never change', async () => {
		await see('/photos/abc-640.webp', MONDAY);
		await ask('/photos/abc-640.webp');

		expect(told).not.toHaveBeenCalled();
	});
});

describe('caching the app’s scripts', () => {
	const keepApp = () =>
		new Promise<void>((resolve, reject) => {
			const waitUntil = (work: Promise<void>) => void work.then(resolve, reject);
			hearMessage({ data: 'keep the app', source: pageOf('page'), waitUntil });
		});
	const ofType = (type: string) => new Response('', { headers: { 'content-type': type } });
	const keepScript = (path: string) => app.set(MARKET + path, ofType('text/javascript'));
	const keptPaths = () => [...app.keys(), ...seen.keys()].map((url) => url.replace(MARKET, ''));

	test('fetches the missing files once a page is idle, and none twice', async () => {
		keepScript(HOME_SCRIPT);
		fromLine.mockImplementation(async () => new Response('script'));

		await keepApp();
		await keepApp();

		expect(fromLine.mock.calls.map(([asked]) => asked)).toEqual([CHAT_SCRIPT]);
		expect(keptPaths()).toEqual([HOME_SCRIPT, CHAT_SCRIPT]);
	});

	test('resumes on the next page after a connection loss, and stores no error response', async () => {
		fromLine.mockRejectedValue(new TypeError('Failed to fetch'));
		await keepApp();
		fromLine.mockReset();
		fromLine.mockImplementation(async () => new Response('gone', { status: 404 }));
		await keepApp();
		expect(keptPaths()).toEqual([]);

		fromLine.mockImplementation(async () => new Response('script'));
		await keepApp();

		expect(keptPaths()).toEqual([HOME_SCRIPT, CHAT_SCRIPT]);
	});

	test('deletes scripts and pages of other versions, but keeps their API responses', async () => {
		for (const path of [HOME_SCRIPT, '/assets/home-1.js']) keepScript(path);
		seen.set(`${MARKET}/item/7`, ofType('text/html; charset=utf-8'));
		seen.set(`${MARKET}/api/item/get-item-details/7`, ofType('application/json'));

		await new Promise<void>((resolve, reject) => {
			activate({ waitUntil: (work) => void work.then(resolve, reject) });
		});

		expect(keptPaths()).toEqual([HOME_SCRIPT, '/api/item/get-item-details/7']);
	});
});
